import { expect, it } from 'vitest';
import { ordinal, plural, pluralsOf } from './plural';
import { words } from './pages';

it.each([
  [0, '0 cards'],
  [1, '1 card'],
  [2, '2 cards'],
  [21, '21 cards'],
])('%i', (count, said) => expect(plural(count, { one: '# card', other: '# cards' })).toBe(said));

it('says the number wherever it stands, or not at all', () => {
  expect(plural(1, { one: 'One round', other: '# rounds' })).toBe('One round');
  expect(plural(3, { other: '# of #' })).toBe('3 of 3');
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [22, '22nd'],
  [111, '111th'],
  [113, '113th'],
])('%i in an order', (place, said) => expect(ordinal(place)).toBe(said));

it('goes by the language: Slovenian has a form for two', () => {
  const { plural: slovenian } = pluralsOf('sl', { other: '.' });
  expect(slovenian(2, { one: '# karta', two: '# karti', few: '# karte', other: '# kart' })).toBe('2 karti');
});

it('is what the words of the page go by', () => {
  expect([words.blackjack.inShoe(1), words.blackjack.inShoe(416)]).toEqual(['1 card', '416 cards']);
  expect([words.countdown.left(1), words.countdown.left(2)]).toEqual(['1 second left', '2 seconds left']);
  expect(words.tournament.ordinal(111)).toBe('111th');
});

it('leaves no plural made by hand', () => {
  const files = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], { query: '?raw', import: 'default', eager: true });
  const byHand = Object.entries(files).flatMap(([file, text]) => text.split('\n').filter((line) => /=== 1 \?/.test(line)).map((line) => `${file}: ${line.trim()}`));
  expect(byHand).toEqual([]);
});
