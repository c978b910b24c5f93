import { expect, it } from 'vitest';
import { en } from './en';
import { refusals, refusalWords } from './refusals';
import { spokenOf, wordsIn } from '.';

it('every refusal is called by words of its own', () => {
  for (const [code, called] of Object.entries(refusals)) {
    expect(refusalWords(code)).toBe(called);
    expect(called).toMatch(/^[A-Z].*[^.]$/);
  }
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
