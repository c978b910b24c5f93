import { describe, expect, it } from 'vitest';
import { cents, duration, hours, money, onChip, signed } from './format';

describe('amounts', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [50, '$0.50'],
    [125_000, '$1,250.00'],
    [100_000_001, '$1,000,000.01'],
    [-2_050, '−$20.50'],
  ])('%d cents are %s', (amount, text) => expect(money(amount)).toBe(text));

  it('say whether they were won or lost', () => {
    expect([signed(500), signed(-500), signed(0)]).toEqual(['+$5.00', '−$5.00', '$0.00']);
  });

  it('are short on a chip', () => {
    expect([50, 250, 500, 10_000, 100_000, 500_000, 125_000].map(onChip)).toEqual(['0.50', '2.50', '5', '100', '1k', '5k', '1,250']);
  });

  it.each([
    ['100', 10_000],
    ['12.5', 1_250],
    ['$1,250.05', 125_005],
    [' 7 ', 700],
    ['1,2', null],
    ['-5', null],
    ['1e3', null],
    ['12.345', null],
    ['', null],
  ])('are read from %j', (typed, amount) => expect(cents(typed)).toBe(amount));
});

it('hours and minutes, however many', () => {
  expect([0, 59, 3_900, 360_060].map(hours)).toEqual(['0:00', '0:00', '1:05', '100:01']);
});

it('durations have hours only where there are any', () => {
  expect([0, 42, 65, 3_909].map(duration)).toEqual(['0:00', '0:42', '1:05', '1:05:09']);
});
