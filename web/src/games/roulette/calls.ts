/** Calls: one gesture that stands for several plain wagers. Which wagers exist and what they pay stays the server's to say. */
import type { Position, PositionShown, RouletteShown } from '../../api/types';
import { positionOf } from '../../table/positions';

export const MOST_NEIGHBOURS = 4;
const INSIDE = new Set(['straight up', 'split', 'street', 'corner', 'six-line']);

/** Parts of the wheel as they are called at the table: each with the places of its chips. */
const SERIES: Record<string, readonly (readonly number[])[]> = {
  voisins: [[0, 2, 3], [0, 2, 3], [4, 7], [12, 15], [18, 21], [19, 22], [25, 26, 28, 29], [25, 26, 28, 29], [32, 35]],
  tiers: [[5, 8], [10, 11], [13, 16], [23, 24], [27, 30], [33, 36]],
  orphelins: [[1], [6, 9], [14, 17], [17, 20], [31, 34]],
};

export type Call = { position: Position; chips: number }[];

/** That number and so many beside it on the wheel, each side. */
export function around(game: RouletteShown, number: number, each: number): Call {
  const order = game.pockets.map((pocket) => pocket.number);
  const at = order.indexOf(number);
  const covered = Array.from({ length: 2 * each + 1 }, (_, step) => order[(at - each + step + order.length) % order.length] as number);
  return covered.flatMap((one) => chipsOn(game, [one]));
}

/** Every inside position that has the number. */
export function complete(game: RouletteShown, number: number): Call {
  return game.positions.filter((each) => INSIDE.has(each.kind) && each.covers.includes(number)).map((each) => ({ position: positionOf(each), chips: 1 }));
}

/** The Neighbour area in which the number lies, where the layout has such areas. */
export function neighbourOf(game: RouletteShown, number: number): Call {
  return game.positions.filter((each) => each.kind === 'neighbour' && each.covers.includes(number)).map((each) => ({ position: positionOf(each), chips: 1 }));
}

/** The parts of the wheel that can be called at this layout: each of their places has to be there. */
export function seriesOf(game: RouletteShown): Map<string, Call> {
  const found = Object.entries(SERIES).map(([name, places]) => [name, together(places.map((numbers) => chipsOn(game, numbers)))] as const);
  return new Map(found.flatMap(([name, call]) => (call ? [[name, call] as const] : [])));
}

export function numbersOf(game: RouletteShown, call: Call): Set<number> {
  const keys = new Set(call.map(({ position }) => `${position.kind} ${position.numbers.join('-')}`));
  return new Set(game.positions.filter((each) => keys.has(`${each.kind} ${each.numbers.join('-')}`)).flatMap((each) => each.covers));
}

export function chipsIn(call: Call): number {
  return call.reduce((sum, { chips }) => sum + chips, 0);
}

function chipsOn(game: RouletteShown, numbers: readonly number[]): Call {
  const found = game.positions.find((each) => isOn(each, numbers));
  return found ? [{ position: positionOf(found), chips: 1 }] : [];
}

function isOn(position: PositionShown, numbers: readonly number[]): boolean {
  return INSIDE.has(position.kind) && position.covers.length === numbers.length && numbers.every((each) => position.covers.includes(each));
}

/** Chips on the same place are one wager of more chips. Nothing where a place is missing. */
function together(parts: Call[]): Call | null {
  if (parts.some((each) => each.length === 0)) return null;
  const call: Call = [];
  for (const { position, chips } of parts.flat()) {
    const there = call.find((each) => each.position.kind === position.kind && each.position.numbers.join() === position.numbers.join());
    if (there) there.chips += chips;
    else call.push({ position, chips });
  }
  return call;
}

/** A track of 38 places around a middle: 37 pockets, of which the first takes two. */
export type TrackShape = { across: number; down: number };
export const LYING: TrackShape = { across: 17, down: 4 };
export const UPRIGHT: TrackShape = { across: 9, down: 12 };

/** Where a pocket lies on the track, as a grid area: along the top, down, back and up again. */
export function areaOn(pocket: number, { across, down }: TrackShape): string {
  if (pocket === 0) return '1 / 1 / 2 / 3';
  const place = pocket + 1;
  const [right, bottom] = [across - 1, across + down - 2];
  const left = bottom + across - 1;
  const [row, column] = place <= right ? [0, place] : place <= bottom ? [place - right, right] : place <= left ? [down - 1, left - place] : [down - 1 - (place - left), 0];
  return `${row + 1} / ${column + 1} / ${row + 2} / ${column + 2}`;
}
