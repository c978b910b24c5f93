/**
 * Where on the cloth a position lies. The positions themselves come from the server: this only knows the picture.
 * Places are counted in half steps: a number's box is two wide, so that lines and corners have whole numbers too.
 * `along` runs from zero to 36, `across` from the first column outwards; dozens and even chances lie at -3 and -5.
 */
import type { PositionShown, RouletteShown } from '../../api/types';
import { keyOf } from '../../table/positions';

export interface Spot {
  key: string;
  position: PositionShown;
  along: number;
  across: number;
  /** Half sizes, in half steps. */
  half: { along: number; across: number };
}

type Place = Omit<Spot, 'key' | 'position'>;

const BOX = { along: 1, across: 1 };
const LINE = { along: 0.5, across: 0.5 };
const EDGE = -1;
const DOZENS = -2.1;
const CHANCES = -3.9;
const EVEN_CHANCES = ['low', 'even', 'red', 'black', 'odd', 'high'];
export const ROWS = 12;
export const END = 2 * ROWS + 2;
/** The cloth from edge to edge. */
export const BOUNDS = { fromAlong: -1, toAlong: END + 1, fromAcross: -4.8, toAcross: 5 };

/** Two boxes to either side of a number, with what lies on the edge of the numbers. */
const CLOSE = { along: 5, fromAcross: EDGE - 0.6, toAcross: BOUNDS.toAcross + 0.15 };

/** The part of the layout round a number; nothing where chips lie outside it. */
export function closeUp(game: RouletteShown, number: number, spots: readonly Spot[]): typeof BOUNDS | null {
  const last = END - 1;
  const fromAlong = Math.max(BOUNDS.fromAlong, Math.min(boxOf(game, number).along - CLOSE.along, last - 2 * CLOSE.along));
  const toAlong = fromAlong + 2 * CLOSE.along;
  const isIn = (spot: Spot): boolean => spot.along > fromAlong && spot.along < toAlong && spot.across >= EDGE;
  return spots.every(isIn) ? { fromAlong, toAlong, fromAcross: CLOSE.fromAcross, toAcross: CLOSE.toAcross } : null;
}

export function boxOf(game: RouletteShown, number: number): { along: number; across: number } {
  const row = game.rows.findIndex((each) => each.includes(number));
  if (row < 0) return { along: 0, across: 2 };
  return { along: 2 * (row + 1), across: 2 * (game.rows[row] as number[]).indexOf(number) };
}

export function spotsOf(game: RouletteShown): Spot[] {
  const spots: Spot[] = [];
  for (const position of game.positions) {
    const place = placeOf(game, position);
    if (place) spots.push({ key: keyOf(position), position, ...place });
  }
  return spots;
}

function placeOf(game: RouletteShown, { kind, numbers }: PositionShown): Place | null {
  switch (kind) {
    case 'straight up':
      return straight(game, numbers[0] as number);
    case 'column':
      return { along: END, across: 2 * ((numbers[0] as number) - 1), half: BOX };
    case 'dozen':
      return { along: 8 * ((numbers[0] as number) - 1) + 5, across: DOZENS, half: { along: 4, across: 0.9 } };
    case 'street':
    case 'six-line':
    case 'split':
    case 'corner':
      return inside(game, kind, numbers);
    case 'neighbour':
      return null;
    default: {
      const at = EVEN_CHANCES.indexOf(kind);
      return at < 0 ? null : { along: 4 * at + 3, across: CHANCES, half: { along: 2, across: 0.9 } };
    }
  }
}

function straight(game: RouletteShown, number: number): Place {
  const box = boxOf(game, number);
  return number === 0 ? { ...box, half: { along: 1, across: 3 } } : { ...box, half: BOX };
}

/** A chip between numbers lies in the middle of their boxes; one that takes in whole rows lies at the edge. */
function inside(game: RouletteShown, kind: string, numbers: readonly number[]): Place {
  const boxes = numbers.filter((each) => each !== 0).map((each) => boxOf(game, each));
  const withZero = boxes.length < numbers.length;
  const along = withZero ? 1 : mean(boxes.map((each) => each.along));
  const isWholeRows = kind === 'six-line' || boxes.length === 3;
  return { along, across: isWholeRows ? EDGE : mean(boxes.map((each) => each.across)), half: LINE };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

export type Direction = 'forward' | 'back' | 'out' | 'in';

/** The nearest spot in a direction: straight ahead counts before sideways. Zero's box and the dozens are wide. */
export function next(spots: readonly Spot[], from: Spot, direction: Direction): Spot | null {
  const [axis, side, sign] = AXES[direction];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const ahead = (spot[axis] - from[axis]) * sign;
    if (spot === from || ahead <= 0.01) continue;
    const gap = Math.max(0, Math.abs(spot[side] - from[side]) - outreach(spot, side) - outreach(from, side));
    const cost = ahead + gap * 6 + Math.abs(spot[side] - from[side]) * 0.01;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

function outreach(spot: Spot, side: 'along' | 'across'): number {
  return spot.half[side] > 1 ? spot.half[side] - 0.5 : 0;
}

const AXES: Record<Direction, ['along' | 'across', 'along' | 'across', 1 | -1]> = {
  forward: ['along', 'across', 1],
  back: ['along', 'across', -1],
  out: ['across', 'along', 1],
  in: ['across', 'along', -1],
};
