/** The words of the page, one language in the place of another; refusals' are apart, as only tables and consoles need them. */
import { settings, type Language } from '../settings.svelte';
import { en } from './en';
import { mi } from './mi';
import type { Pages } from './pages';
import type { Refusals } from './refusals';
import type { Staff } from './staff';

export type Words = typeof en;
type Translated<T> = { [K in keyof T]?: Partial<T[K]> };
export type Part = Translated<Words> & Translated<Pages> & Translated<Staff> & { refusals?: Partial<Refusals> };

const LANGUAGES: Record<Language, { name: string; part: Part }> = {
  en: { name: 'English', part: en },
  mi: { name: 'Te reo Māori', part: mi },
};

export interface Spoken {
  language: Language;
  name: string;
}

/** Those with any words of their own: the others are prepared for, and not offered. */
export function spokenOf(languages: Record<Language, { name: string; part: Part }>): Spoken[] {
  const known = Object.entries(languages) as [Language, { name: string; part: Part }][];
  return known.filter(([, { part }]) => Object.keys(part).length > 0).map(([language, { name }]) => ({ language, name }));
}

export const spoken = spokenOf(LANGUAGES);
const language = spoken.some((each) => each.language === settings.language) ? settings.language : 'en';

/** English with whatever the other language has put in its place. */
export function wordsIn<T extends object = Words>(part: Part, english: T = en as unknown as T): T {
  const own = part as Record<string, object | undefined>;
  const sections = Object.entries(english).map(([name, section]): [string, object] => [name, { ...section, ...own[name] }]);
  return Object.fromEntries(sections) as T;
}

/** Further sections in the language of this page. */
export function inLanguage<T extends object>(english: T): T {
  return wordsIn(LANGUAGES[language].part, english);
}

export const words: Words = wordsIn(LANGUAGES[language].part);
export const ownRefusals: Partial<Record<string, string>> = LANGUAGES[language].part.refusals ?? {};
document.documentElement.lang = language;
