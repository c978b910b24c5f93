import { expect, it } from 'vitest';
import { amountsIn, cardsIn, fileOf } from './last_hand';

const PLAIN = { wager: null, bets: 'best', basic: false };
const HAND = { marker: 'Ana', minimum: 1000, maximum: 50000, increment: 1000, smallest_chip: 500, advance: 3, rounds: 1, decks: 8, seen: [], tie: null, prizes: [] };

it('is written as the examples are, which the command reads', () => {
  const players = Object.entries({ Ana: 1200, Bea: 900 }).map(([name, chips]) => ({ ...PLAIN, name, chips: chips * 100 }));
  const limits = '[limits]\nminimum = 10\nmaximum = 500\nincrement = 10\nsmallest_chip = 5';
  const seats = '[[players]]\nname = "Ana"\nchips = 1200\n\n[[players]]\nname = "Bea"\nchips = 900';
  expect(fileOf({ ...HAND, players })).toBe(`marker = "Ana"\nadvance = 3\n\n${limits}\n\n${seats}\n`);
});

it('writes all else that was typed', () => {
  const players = [
    { ...PLAIN, name: 'A "B"', chips: 90050, wager: 2050 },
    { ...PLAIN, name: 'C', chips: 1000, bets: 'maximum', basic: true },
  ];
  const text = fileOf({ ...HAND, players, increment: 0, rounds: 2, decks: 6, seen: [1, 10], tie: 40, prizes: [60000, 30050] });
  for (const line of ['rounds = 2', 'decks = 6', 'seen = "A 10"', 'tie = 0.4', 'prizes = [600, 300.50]', 'name = "A \\"B\\""', 'chips = 900.50', 'wager = 20.50', 'bets = "maximum"', 'plays = "basic"'])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('increment');
});

it.each([
  ['A 10 5', [1, 10, 5]],
  ['k, q t', [10, 10, 10]],
  ['', []],
  ['11 x 1', [0, 0, 0]],
])('%s are cards of value %j', (text, values) => expect(cardsIn(text)).toEqual(values));

it.each([
  ['1,600, 300 100.50', [160000, 30000, 10050]],
  ['', []],
  ['much', [-1]],
])('%s are amounts of %j cents', (text, values) => expect(amountsIn(text)).toEqual(values));
