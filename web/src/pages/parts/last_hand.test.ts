import { expect, it } from 'vitest';
import { cardsIn } from './last_hand';

it.each([
  ['A 10 5', [1, 10, 5]],
  ['k, q t', [10, 10, 10]],
  ['', []],
  ['11 x 1', [0, 0, 0]],
])('%s are cards of value %j', (text, values) => expect(cardsIn(text)).toEqual(values));
