/** Where the areas of the symbols lie, the most frequent first: in two rows, or in four on a narrow screen. */
import type { MoneyWheelShown } from '../../api/types';
import { keyOf } from '../../table/positions';
import type { Target } from '../layout/target';

const GAP = 4;
const WIDE = { width: 690, height: 200, rows: [3, 4] };
const NARROW = { width: 374, height: 92, rows: [1, 2, 2, 2] };

/** An area, and which of its corners are corners of the whole layout: those are round. */
export interface SymbolArea extends Target {
  corners: string;
}

export function clothOf(game: MoneyWheelShown, isNarrow: boolean): { width: number; height: number; targets: SymbolArea[] } {
  const { width, height, rows } = isNarrow ? NARROW : WIDE;
  const targets: SymbolArea[] = [];
  rows.forEach((columns, row) => {
    const each = (width - GAP * (columns - 1)) / columns;
    for (const [column, position] of game.positions.slice(targets.length, targets.length + columns).entries()) {
      const corners = cornersAt(row, column, rows);
      targets.push({ key: keyOf(position), position, x: column * (each + GAP), y: row * (height + GAP), width: each, height, corners });
    }
  });
  return { width, height: rows.length * (height + GAP) - GAP, targets };
}

function cornersAt(row: number, column: number, rows: readonly number[]): string {
  const sides = [...(column === 0 ? ['left'] : []), ...(column === (rows[row] ?? 0) - 1 ? ['right'] : [])];
  const ends = [...(row === 0 ? ['top'] : []), ...(row === rows.length - 1 ? ['bottom'] : [])];
  return ends.flatMap((end) => sides.map((side) => `${end}-${side}`)).join(' ');
}
