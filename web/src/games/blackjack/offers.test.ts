import { expect, it } from 'vitest';
import type { Legal } from '../../api/types';
import { fitting, isAsked, isFlexible, offeredBy } from './offers';

function legal(...offers: [string, Record<string, unknown>, string?][]): Legal {
  return { number: 7, round: 1, awaits: [], more: false, offers: offers.map(([act, fields, role = 'player']) => ({ act, role, fields })) } as unknown as Legal;
}

const one = (...choices: unknown[]) => ({ choices });
const place = (kind: string, box: number) => one({ kind, numbers: [box] });

it('offers nothing where nobody was asked', () => {
  expect(isAsked(offeredBy(null))).toBe(false);
  expect(offeredBy(null).decisions).toEqual({});
});

it('knows the decisions with the bounds of a double', () => {
  const offered = offeredBy(legal(['draw', { box: one(3) }], ['double', { box: one(3), amount: { lowest: 50, highest: 1000, step: 50 } }], ['cash out', {}]));
  expect(offered.decisions).toEqual({
    draw: { act: 'draw', box: 3, amounts: null },
    double: { act: 'double', box: 3, amounts: { lowest: 50, highest: 1000, step: 50 } },
  });
  expect(isAsked(offered)).toBe(true);
  expect(isFlexible(offered.decisions.double!)).toBe(true);
  expect(isFlexible(offered.decisions.draw!)).toBe(false);
});

it('tells insurance from the wagers of a round to come, box by box, with early settlement', () => {
  const amount = { lowest: 50, highest: 250, step: 50 };
  const called = offeredBy(legal(['wager', { position: place('insurance', 2), amount }], ['wager', { position: place('insurance', 5), amount }], ['settle early', { box: one(5) }]));
  expect(called.insurance.map((each) => each.box)).toEqual([2, 5]);
  expect(called.early).toEqual([{ act: 'settle early', box: 5, amounts: null }]);
  const betting = offeredBy(legal(['wager', { position: place('box', 2), amount }], ['sit', { box: one(1, 2) }], ['leave seat', {}]));
  expect([betting.insurance, betting.seats, betting.canLeave, isAsked(betting)]).toEqual([[], [1, 2], true, false]);
});

it('knows the other bettor’s choice after a split, and the cut', () => {
  const follower = offeredBy(legal(['choose hand', { box: one(4), hand: one(1, 2) }], ['split', { box: one(4) }]));
  expect(follower.choosing).toEqual({ box: 4, hands: [1, 2] });
  expect(offeredBy(legal(['cut', { at: { lowest: 52, highest: 364 } }])).cut).toEqual({ lowest: 52, highest: 364 });
});

it('leaves aside what is offered to others', () => {
  expect(offeredBy(legal(['stand', { box: one(3) }, 'dealer'])).decisions).toEqual({});
});

it.each([
  [1, 50],
  [130, 150],
  [9000, 1000],
])('makes %i cents fit as %i', (typed, fits) => {
  expect(fitting(typed, { lowest: 50, highest: 1000, step: 50 })).toBe(fits);
});
