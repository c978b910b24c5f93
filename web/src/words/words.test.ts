import { expect, it } from 'vitest';
import { en } from './en';
import { refusalWords, wordsOf } from '.';

it('every refusal with words of its own is called by them', () => {
  for (const [code, called] of Object.entries(en.refusals)) {
    expect(refusalWords(code)).toBe(called);
    expect(called).toMatch(/^[A-Z].*[^.]$/);
  }
});

it('a code that nobody has put into words is a refusal all the same', () => {
  expect(refusalWords('a_code_of_tomorrow')).toBe('Not accepted');
  expect(refusalWords('')).toBe('Not accepted');
});

it('what another language lacks is said in English', () => {
  expect(wordsOf('mi-NZ').refusals).toMatchObject({ no_line: en.refusals.no_line });
  expect(wordsOf('xx').shell.tables).toBe(en.shell.tables);
});
