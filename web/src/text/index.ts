// The words that more than one screen has. Those of one screen are beside them in `en`, and are
// loaded with it: it takes them from there itself.
import { en } from './en';

export const t = en;
export const LANGUAGE = 'en-AU';
