import { expect, it } from 'vitest';
import { amountsIn, cardsIn } from './last_hand';

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
