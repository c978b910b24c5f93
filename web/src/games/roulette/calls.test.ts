import { describe, expect, it } from 'vitest';
import type { PositionShown, RouletteShown } from '../../api/types';
import { areaOn, around, chipsIn, complete, LYING, neighbourOf, numbersOf, seriesOf, UPRIGHT } from './calls';

const WHEEL = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26];

/** The layout of one zero as anybody can count it: 37 numbers, 60 splits, 14 streets, 23 corners, 11 six-lines. */
function layout(groups: number[][] = []): RouletteShown {
  const positions: PositionShown[] = [];
  const add = (kind: string, numbers: number[]) => positions.push({ kind, numbers, covers: numbers, name: `${kind} ${numbers.join('-')}`, wager: kind } as unknown as PositionShown);
  for (let number = 0; number <= 36; number += 1) add('straight up', [number]);
  for (let number = 1; number <= 36; number += 1) {
    if (number % 3 !== 0) add('split', [number, number + 1]);
    if (number <= 33) add('split', [number, number + 3]);
    if (number <= 32 && number % 3 !== 0) add('corner', [number, number + 1, number + 3, number + 4]);
    if (number % 3 === 1) add('street', [number, number + 1, number + 2]);
    if (number % 3 === 1 && number <= 31) add('six-line', [0, 1, 2, 3, 4, 5].map((each) => number + each));
  }
  for (const number of [1, 2, 3]) add('split', [0, number]);
  for (const street of [[0, 1, 2], [0, 2, 3]]) add('street', street);
  add('corner', [0, 1, 2, 3]);
  for (const group of groups) add('neighbour', group);
  return { positions, pockets: WHEEL.map((number) => ({ number, colour: '' })) } as unknown as RouletteShown;
}

const sorted = (numbers: Set<number>) => [...numbers].sort((one, other) => one - other);

describe('calls', () => {
  it('takes the numbers beside one another on the wheel', () => {
    expect(around(layout(), 17, 2).map(({ position }) => position.numbers[0])).toEqual([2, 25, 17, 34, 6]);
    expect(around(layout(), 0, 1).map(({ position }) => position.numbers[0])).toEqual([26, 0, 32]);
    expect(around(layout(), 17, 0)).toEqual([{ position: { kind: 'straight up', numbers: [17] }, chips: 1 }]);
  });

  it.each([[17, 12], [1, 9], [2, 12], [3, 9], [34, 6], [36, 6], [35, 8], [0, 7]])('%i complete is on %i places', (number, places) => {
    const call = complete(layout(), number);
    expect(call.length).toBe(places);
    expect(chipsIn(call)).toBe(places);
  });

  it('calls the parts of the wheel by as many chips as croupiers do', () => {
    const found = seriesOf(layout());
    expect([...found].map(([name, call]) => [name, chipsIn(call)])).toEqual([['voisins', 9], ['tiers', 6], ['orphelins', 5]]);
    const covered = [...found.values()].map((call) => sorted(numbersOf(layout(), call)));
    expect(covered[0]).toEqual([0, 2, 3, 4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35]);
    expect(covered[1]).toEqual([5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36]);
    expect(covered[2]).toEqual([1, 6, 9, 14, 17, 20, 31, 34]);
    // Together they are the whole wheel, each number once.
    expect(covered.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 37 }, (_, each) => each));
  });

  it('calls no part whose place the layout has not', () => {
    const without = layout();
    without.positions = without.positions.filter((each) => each.numbers.join('-') !== '0-2-3');
    expect([...seriesOf(without).keys()]).toEqual(['tiers', 'orphelins']);
  });

  it('finds the Neighbour area of a number where there is one', () => {
    const game = layout([[25, 17, 34]]);
    expect(neighbourOf(game, 17)).toEqual([{ position: { kind: 'neighbour', numbers: [25, 17, 34] }, chips: 1 }]);
    expect(neighbourOf(game, 0)).toEqual([]);
    expect(neighbourOf(layout(), 17)).toEqual([]);
  });

  it.each([LYING, UPRIGHT])('lays every pocket on a place of its own along the edge', (shape) => {
    const areas = WHEEL.map((_, at) => areaOn(at, shape));
    expect(new Set(areas).size).toBe(37);
    for (const area of areas.slice(1)) {
      const [row, column] = area.split(' / ').map(Number) as [number, number];
      expect(row === 1 || row === shape.down || column === 1 || column === shape.across).toBe(true);
      expect(row >= 1 && row <= shape.down && column >= 1 && column <= shape.across).toBe(true);
      expect(area).not.toBe('1 / 2 / 2 / 3');
    }
  });
});
