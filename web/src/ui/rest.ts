/**
 * How long nothing is taken where something else came under the pointer, in milliseconds: the
 * second click of a double click comes sooner.
 */
export const REST = 350;
