import { describe, expect, it } from 'vitest';
import type { TaiSaiShown } from '../../api/types';
import recorded from './recorded.json';
import { roadOf } from './road';

const game = recorded.game as unknown as TaiSaiShown;

function rolls(...dice: string[]) {
  return dice.map((each) => game.rolls.find((roll) => roll.dice.join('-') === each)).filter((each) => each !== undefined);
}

describe('the road of totals', () => {
  it('goes down while one side wins, and begins a column with the other', () => {
    const road = roadOf(rolls('1-1-2', '1-2-3', '4-5-6', '2-2-2', '1-3-5'));
    expect(road.map((each) => [each.total, each.side, each.column, each.row])).toEqual([
      [4, 'small', 0, 0],
      [6, 'small', 0, 1],
      [15, 'big', 1, 0],
      [6, 'any triple', 2, 0],
      [9, 'small', 3, 0],
    ]);
  });

  it('goes on in the next column where one is full', () => {
    const road = roadOf(rolls('1-1-2', '1-1-2', '1-1-2', '1-1-2', '1-1-2', '1-1-2'));
    expect(road.at(-1)).toMatchObject({ column: 1, row: 0 });
  });
});
