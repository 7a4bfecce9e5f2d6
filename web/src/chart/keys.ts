/** The key of whatever is not done: no surrender, no forfeit. */
export const DECLINE = 'n';

/** The keys of the actions at the table and in the trainer. The letters on a chart are those of printed charts, and differ. */
export const KEYS: Readonly<Record<string, string>> = {
  stand: 's',
  draw: 'd',
  double: 'b',
  split: 'p',
  surrender: 'u',
  forfeit: 'f',
};
