import { expect, it } from 'vitest';
import { averageMoney, fraction, percent, rowsOf } from './figures';

it('shows a share rounded and, where it is short, exactly', () => {
  expect(percent({ numerator: '1', denominator: '37', percent: '2.7027' })).toBe('2.7027%');
  expect(fraction({ numerator: '1', denominator: '37', percent: '2.7027' })).toBe('1/37');
  expect(fraction({ numerator: '0', denominator: '1', percent: '0.0000' })).toBe('0');
  expect(fraction({ numerator: '123456789', denominator: '987654321', percent: '12.5000' })).toBe('');
});

it.each([
  ['-54.0541', '$0.5405'],
  ['0.0000', '$0.00'],
  ['-5.4000', '$0.054'],
  ['123456.7800', '$1,234.5678'],
  ['100.0000', '$1.00'],
])('an average of %s cents is %s', (cents, shown) => {
  expect(averageMoney(cents)).toBe(shown);
});

it('puts the rows of a chart from the highest down, whatever an object does to its names', () => {
  const pairs = { AA: 1, TT: 2, 99: 3, 22: 4 };
  expect(rowsOf(pairs).map(([name]) => name)).toEqual(['AA', 'TT', '99', '22']);
  expect(rowsOf({ 20: 1, 9: 2, 10: 3 }).map(([name]) => name)).toEqual(['20', '10', '9']);
});
