/**
 * The key that goes on to the next hand. It is no choice in the trainer or at a table and no letter
 * of a chart, so pressing it once too often answers nothing.
 */
export const NEXT = 'e';
