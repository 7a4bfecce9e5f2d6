// The words of the page. Another language is another catalogue of the type `Catalogue`; it is chosen here and nowhere else.
import { en } from './en';

export type Catalogue = typeof en;
export const t: Catalogue = en;
export const LANGUAGE = 'en-AU';
