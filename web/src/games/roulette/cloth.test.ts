import { expect, it } from 'vitest';
import type { PositionShown, RouletteShown } from '../../api/types';
import { closeUp, next, spotsOf, type Direction } from './cloth';

const position = (kind: string, ...numbers: number[]): PositionShown =>
  ({ kind, numbers, name: '', area: '', wager: kind, covers: numbers, clause: '' }) as PositionShown;

const game = {
  rows: Array.from({ length: 12 }, (_, row) => [3 * row + 1, 3 * row + 2, 3 * row + 3]),
  positions: [
    ...Array.from({ length: 37 }, (_, number) => position('straight up', number)),
    ...[[17, 20], [16, 17], [17, 18], [14, 17], [0, 1], [0, 2], [0, 3]].map((each) => position('split', ...each)),
    ...[[16, 17, 18], [0, 1, 2], [0, 2, 3]].map((each) => position('street', ...each)),
    ...[[17, 18, 20, 21], [0, 1, 2, 3]].map((each) => position('corner', ...each)),
    position('six-line', 16, 17, 18, 19, 20, 21),
    ...[1, 2, 3].flatMap((each) => [position('dozen', each), position('column', each)]),
    ...['low', 'even', 'red', 'black', 'odd', 'high'].map((each) => position(each)),
    position('neighbour', 17, 25, 34),
  ],
} as unknown as RouletteShown;

const spots = spotsOf(game);
const at = (key: string) => {
  const found = spots.find((each) => each.key === key);
  if (!found) throw new Error(key);
  return found;
};
const walk = (from: string, ...ways: Direction[]) => ways.reduce((spot, way) => next(spots, spot, way) ?? spot, at(from)).key;

it('a close-up shows the boxes round a number, unless chips lie elsewhere', () => {
  const round17 = ['straight up 17', 'split 16-17', 'street 16-17-18', 'corner 17-18-20-21'].map(at);
  expect(closeUp(game, 17, round17)).toMatchObject({ fromAlong: 7, toAlong: 17 });
  expect(closeUp(game, 0, [at('straight up 0'), at('split 0-3')])).toMatchObject({ fromAlong: -1, toAlong: 9 });
  expect(closeUp(game, 36, [at('straight up 36')])).toMatchObject({ fromAlong: 15, toAlong: 25 });
  expect(closeUp(game, 17, [...round17, at('straight up 36')])).toBeNull();
  expect(closeUp(game, 17, [...round17, at('red')])).toBeNull();
});

it('every position but the Neighbours has a place of its own', () => {
  expect(spots).toHaveLength(game.positions.length - 1);
  expect(new Set(spots.map((each) => `${each.along} ${each.across}`)).size).toBe(spots.length);
});

it('a chip between numbers lies between them', () => {
  expect(at('split 17-20')).toMatchObject({ along: 13, across: 2 });
  expect(at('split 17-18')).toMatchObject({ along: 12, across: 3 });
  expect(at('corner 17-18-20-21')).toMatchObject({ along: 13, across: 3 });
  expect(at('street 16-17-18')).toMatchObject({ along: 12, across: -1 });
  expect(at('six-line 16-17-18-19-20-21')).toMatchObject({ along: 13, across: -1 });
});

it('what is shared with zero lies at its edge', () => {
  expect(at('split 0-2')).toMatchObject({ along: 1, across: 2 });
  expect(at('street 0-1-2')).toMatchObject({ along: 1, across: 1 });
  expect(at('corner 0-1-2-3')).toMatchObject({ along: 1, across: -1 });
});

it.each<[string, Direction[], string]>([
  ['straight up 17', ['forward'], 'split 17-20'],
  ['straight up 17', ['forward', 'forward'], 'straight up 20'],
  ['straight up 17', ['forward', 'out'], 'corner 17-18-20-21'],
  ['straight up 17', ['out'], 'split 17-18'],
  ['straight up 17', ['in', 'in', 'in'], 'street 16-17-18'],
  ['street 16-17-18', ['in'], 'dozen 2'],
  ['dozen 2', ['in'], 'red'],
  ['red', ['back'], 'even'],
  ['straight up 2', ['back'], 'split 0-2'],
  ['straight up 2', ['back', 'back'], 'straight up 0'],
  ['straight up 35', ['forward'], 'column 2'],
])('from %s by %j to %s', (from, ways, to) => expect(walk(from, ...ways)).toBe(to));

it('every spot can be reached by arrows from every number', () => {
  const seen = new Set(['straight up 17']);
  const queue = [at('straight up 17')];
  for (let spot = queue.pop(); spot; spot = queue.pop()) {
    for (const way of ['forward', 'back', 'out', 'in'] as const) {
      const found = next(spots, spot, way);
      if (found && !seen.has(found.key)) {
        seen.add(found.key);
        queue.push(found);
      }
    }
  }
  expect([...spots.map((each) => each.key)].filter((each) => !seen.has(each))).toEqual([]);
});
