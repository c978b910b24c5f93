/** The road of totals: results of one side stand below one another, and the other side begins the next column. */
import type { RollShown } from '../../api/types';
import { totalOf } from './show.svelte';

export interface Step {
  total: number;
  /** By which area the road is read: the first of these that the roll wins. */
  side: string;
  words: string;
  column: number;
  row: number;
}

const SIDES = ['any triple', 'small', 'big'];
const ROWS = 5;

/** From the oldest to the newest. */
export function roadOf(rolls: readonly RollShown[]): Step[] {
  const steps: Step[] = [];
  for (const roll of rolls) {
    const side = SIDES.find((each) => roll.wins.includes(each)) ?? '';
    const last = steps.at(-1);
    const isOn = last !== undefined && last.side === side && last.row < ROWS - 1;
    const column = last === undefined ? 0 : isOn ? last.column : last.column + 1;
    steps.push({ total: totalOf(roll.dice), side, words: roll.words, column, row: isOn ? last.row + 1 : 0 });
  }
  return steps;
}
