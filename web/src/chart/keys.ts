/** The key of whatever is not done: no surrender, no forfeit. */
export const DECLINE = 'n';

/**
 * The keys of the actions at the table and in the trainer. No letter of a chart is the key of
 * another action.
 */
export const KEYS: Readonly<Record<string, string>> = {
  stand: 's',
  draw: 'd',
  double: 'b',
  split: 'p',
  surrender: 'u',
  forfeit: 'f',
};
