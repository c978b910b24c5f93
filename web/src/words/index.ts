/** The words of the page, one file a language; the language is that of the document. */
import { en } from './en';
import { mi } from './mi';

export type Words = typeof en;
export type Part = { [K in keyof Words]?: Partial<Words[K]> };

const LANGUAGES: Record<string, Part> = { en, mi };

/** English with whatever the other language has put in its place. */
export function wordsOf(language: string): Words {
  const own = LANGUAGES[language.split('-')[0] ?? ''] ?? {};
  const sections = Object.entries(en).map(([name, section]) => [name, { ...section, ...own[name as keyof Words] }]);
  return Object.fromEntries(sections) as Words;
}

export const words: Words = wordsOf(document.documentElement.lang || 'en');

/** What a refusal is called, by its code; the server's own words say exactly why. */
export function refusalWords(code: string): string {
  const known: Record<string, string> = words.refusals;
  return known[code] ?? words.table.refused;
}
