import { expect, it } from 'vitest';
import forms from '../../../tests/support/banned_forms.json';
import { cardCounts } from './card_counts';
import { en } from './en';
import { refusals, refusalWords } from './refusals';
import { spokenOf, wordsIn } from '.';
import { glossary } from './glossary';
import { school } from './school';
import { staff } from './staff';
import { pages } from './pages';

it('every refusal is called by words of its own', () => {
  for (const [code, called] of Object.entries(refusals)) {
    expect(refusalWords(code)).toBe(called);
    expect(called).toMatch(/^[A-Z].*[^.]$/);
  }
});

/** Headlines that say neither what is wrong nor what would be right. */
const BARE = /^(?:It is \w+|There (?:is|are) (?:no \w+|nothing to \w+)|(?:This|That) is not (?:yours?|your \w+|the right \w+)|Not your \w+|No \w+ (?:here|yet)|Sessions are on|A session is on|Nothing is said here)$/;

it('a headline says what is wrong or what would be right', () => {
  expect(['It is final', 'There are no wagers', 'Not your table', 'No checkpoint yet'].every((words) => BARE.test(words))).toBe(true);
  expect(Object.values(refusals).filter((words) => BARE.test(words))).toEqual([]);
});

it('a code that nobody has put into words is a refusal all the same', () => {
  expect(refusalWords('a_code_of_tomorrow')).toBe('Not accepted');
  expect(refusalWords('')).toBe('Not accepted');
});

it('what another language lacks is said in English', () => {
  const words = wordsIn({ shell: { tables: 'Ngā tēpu' } });
  expect(words.shell.tables).toBe('Ngā tēpu');
  expect(words.shell.wallet).toBe(en.shell.wallet);
  expect(words.table).toEqual(en.table);
});

it('a language is offered when it has words', () => {
  const [english, maori] = [{ name: 'English', part: en }, 'Te reo Māori'];
  expect(spokenOf({ en: english, mi: { name: maori, part: {} } }).map((each) => each.language)).toEqual(['en']);
  const both = spokenOf({ en: english, mi: { name: maori, part: { refusals: { no_line: 'Kua motu te hononga' } } } });
  expect(both).toEqual([{ language: 'en', name: 'English' }, { language: 'mi', name: maori }]);
});

/** One list for page, commands, refusals and documents. Each form with what to write instead. */
const BANNED = forms.map(({ form, instead }): [RegExp, string] => [new RegExp(form, 'im'), instead]);

/** Every text of a section, functions included: their own source stands for what they say. */
function* saidIn(section: unknown, path: string): Generator<[string, string]> {
  if (typeof section === 'string') yield [path, section];
  else if (typeof section === 'function') for (const [, , quoted] of String(section).matchAll(/(['"`])((?:(?!\1).)*)\1/gs)) yield [path, quoted ?? ''];
  else if (section && typeof section === 'object') for (const [name, part] of Object.entries(section)) yield* saidIn(part, `${path}.${name}`);
}

it.each(Object.entries({ en, ...pages, ...staff, school, cardCounts, refusals, glossary }))('%s is written in plain words', (name, section) => {
  const found = [...saidIn(section, name)].flatMap(([path, text]) => BANNED.filter(([form]) => form.test(text)).map(([, why]) => `${path}: “${text}”: ${why}`));
  expect(found).toEqual([]);
});

it('the glossary explains its words in sentences', () => {
  for (const { name, means } of Object.values(glossary)) {
    expect(name).toMatch(/^[A-Z]/);
    expect(means).toMatch(/^[A-Z].*\.$/);
  }
});

it('the form that is banned is found', () => {
  const said = ['No such password', 'Deals itself from sealed chance', 'house: pace', 'Who works here, does not play'];
  expect(said.map((text) => BANNED.some(([form]) => form.test(text)))).toEqual([true, true, true, true]);
});

const PAGES = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
/** Words that a page shows without a sentence around them that explains them: each leads to its meaning there. */
const LINKED = ['qualifier', 'settlement', 'super-sevens', 'neighbours', 'house-edge', 'shoe', 'cutting-card', 'insurance', 'edition', 'journal', 'receipt', 'drop', 'hold', 'theoretical-win', 'ruling', 'seal', 'box'];

it.each(LINKED)('the word %s leads to its meaning where a page shows it', (id) => {
  expect(Object.keys(glossary)).toContain(id);
  expect(Object.entries(PAGES).filter(([, source]) => source.includes(`<Term id="${id}"`)).map(([path]) => path)).not.toEqual([]);
});
