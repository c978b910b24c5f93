import { expect, test } from 'vitest';
import { Entry, padOf } from './entry.svelte';

const typed = (entry: Entry, keys: string) => [...keys].map((key) => entry.key(key));
const numbers = (lowest: number, highest: number) => Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
const card = (rank: string, suit: string) => ({ rank, suit });

test('cards are queued, and taken back key by key', () => {
  const deck = [card('K', 's'), card('T', 'h'), card('9', 'd')];
  const entry = new Entry('cards', () => deck, true);
  typed(entry, 'ks0h9');
  expect(entry.entered).toEqual([card('K', 's'), card('T', 'h')]);
  expect(entry.isReady).toBe(false);
  entry.takeBack();
  expect(entry.isReady).toBe(true);
  entry.takeBack();
  expect(entry.entered).toEqual([card('K', 's')]);
  // A card of which none is left, and a key that is none.
  expect(typed(entry, '9cx')).toEqual([true, false, false]);
  entry.shift();
  expect(entry.entered).toEqual([]);
});

test('digits make a number as long as one begins with them', () => {
  const wheel = new Entry('numbers', () => numbers(0, 36));
  typed(wheel, '17');
  expect(wheel.entered).toEqual([17]);
  wheel.takeBack();
  expect(wheel.entered).toEqual([1]);
  typed(wheel, '9');
  expect(wheel.entered).toEqual([19]);
  typed(wheel, '4');
  expect([wheel.entered, wheel.impossible]).toEqual([[19], '194']);
  wheel.clear();
  typed(wheel, '71');
  expect([wheel.entered, wheel.impossible]).toEqual([[7], '71']);
  wheel.takeBack();
  expect([wheel.isEmpty, wheel.impossible]).toEqual([true, '']);
  const cut = new Entry('numbers', () => numbers(52, 260));
  typed(cut, '2');
  expect(cut.isReady).toBe(false);
  typed(cut, '60');
  expect(cut.entered).toEqual([260]);
});

test('dice in any order are the result from lowest to highest', () => {
  const roll = new Entry('dice', () => [[1, 2, 3]]);
  typed(roll, '31');
  expect([roll.isReady, roll.faces]).toEqual([false, [3, 1]]);
  typed(roll, '2');
  expect(roll.entered).toEqual([[1, 2, 3]]);
  roll.takeBack();
  expect(roll.faces).toEqual([1, 2]);
  expect(roll.key('7')).toBe(false);
});

test('which pad enters which values', () => {
  expect(padOf([card('K', 's'), card('9', 'd')])).toBe('cards');
  expect(padOf([[1, 1, 1], [1, 1, 2]])).toBe('dice');
  expect(padOf(numbers(1, 52))).toBe('numbers');
  expect(padOf([1, 2, 3])).toBeNull();
  expect(padOf([card('K', 's')])).toBeNull();
});
