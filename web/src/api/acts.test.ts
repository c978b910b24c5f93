/** What may be asked for is written in the server's schema: a slip in an act is found by the type checker. */
import { expect, expectTypeOf, it } from 'vitest';
import { fieldOf, offeredAct, type Act, type TableAct } from './types';

it('knows the acts of the tables and what each needs', () => {
  expectTypeOf({ act: 'wager' as const, position: { kind: 'red', numbers: [] }, amount: 500 }).toExtend<TableAct>();
  expectTypeOf({ act: 'buy colour' as const, colour: 'blue', chip_value: 100, amount: 500 }).toExtend<TableAct>();
  // @ts-expect-error there is no such act
  const misspelt: Act = { act: 'wagr', amount: 500 };
  // @ts-expect-error a wager lies somewhere
  const nowhere: Act = { act: 'wager', amount: 500 };
  // @ts-expect-error an amount is a number of cents
  const words: Act = { act: 'buy in', amount: '$5.00' };
  expect([misspelt, nowhere, words]).toHaveLength(3);
});

it('takes an act of any name from an offer', () => {
  const act: Act = offeredAct('void wager', { player: 'ana', ground: 'late' });
  expect(act).toEqual({ act: 'void wager', player: 'ana', ground: 'late' });
  expect([fieldOf(act, 'ground'), fieldOf({ act: 'sit', box: 2 }, 'ground')]).toEqual(['late', undefined]);
});
