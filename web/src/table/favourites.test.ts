import { beforeEach, expect, it } from 'vitest';
import { Favourites, MOST_FAVOURITES } from './favourites.svelte';

const RED = { position: { kind: 'red', numbers: [] }, stake: 500 };
const SPLIT = { position: { kind: 'split', numbers: [17, 20] }, stake: 1000 };

beforeEach(() => localStorage.clear());

it('a set of chips is there again when the page is opened again, for its own game', () => {
  new Favourites('roulette').keep([RED, SPLIT]);
  expect(new Favourites('roulette').kept).toEqual([[RED, SPLIT]]);
  expect(new Favourites('tai-sai').kept).toEqual([]);
});

it('one is forgotten, and the others stay', () => {
  const favourites = new Favourites('roulette');
  favourites.keep([RED]);
  favourites.keep([SPLIT]);
  favourites.forget(0);
  expect(new Favourites('roulette').kept).toEqual([[SPLIT]]);
});

it('no chips are no set, and there is room for a few', () => {
  const favourites = new Favourites('roulette');
  favourites.keep([]);
  for (let count = 0; count < MOST_FAVOURITES + 2; count += 1) favourites.keep([RED]);
  expect(favourites.kept).toHaveLength(MOST_FAVOURITES);
  expect(favourites.isFull).toBe(true);
});

it('what is no set of chips is passed over', () => {
  localStorage.setItem('croupier.favourites.roulette', JSON.stringify([[RED], [], 'red', [{ stake: '5' }], null]));
  expect(new Favourites('roulette').kept).toEqual([[RED]]);
  localStorage.setItem('croupier.favourites.roulette', '{');
  expect(new Favourites('roulette').kept).toEqual([]);
});
