/** Plain counts of the numbers on display. They predict nothing, and the page says so. */
import type { RouletteShown } from '../../api/types';

export interface Count {
  name: string;
  count: number;
}

/** How often each even chance, and zero, came up: which numbers belong to which comes from the server. */
export function countsOf(game: RouletteShown, display: readonly number[]): Count[] {
  const chances = game.positions.filter((each) => each.numbers.length === 0);
  const rows = chances.map((each) => ({ name: each.kind, count: display.filter((number) => each.covers.includes(number)).length }));
  return [...rows, { name: 'zero', count: display.filter((number) => number === 0).length }];
}
