/**
 * The table somebody asked in the lobby to sit at; the table's screen takes it up once, and whoever
 * goes elsewhere gives it up.
 */
export const wish: { table: number | null } = { table: null };
