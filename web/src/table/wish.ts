/** The table somebody asked in the lobby to sit at; the table's screen takes it up once. */
export const wish: { table: number | null } = { table: null };
