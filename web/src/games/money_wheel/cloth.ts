/** Where the areas of the symbols lie: in one row, or in two on a narrow screen. */
import type { MoneyWheelShown } from '../../api/types';
import { keyOf } from '../../table/positions';
import type { Target } from '../layout/target';

const GAP = 6;

export function clothOf(game: MoneyWheelShown, isNarrow: boolean): { width: number; height: number; targets: Target[] } {
  const [width, height] = isNarrow ? [360, 144] : [840, 206];
  const rows = isNarrow ? 2 : 1;
  const first = Math.ceil(game.positions.length / rows);
  const targets = game.positions.map((position, at) => {
    const row = Math.floor(at / first);
    const columns = row === 0 ? first : game.positions.length - first;
    const each = (width - GAP * (columns - 1)) / columns;
    return { key: keyOf(position), position, x: (at - row * first) * (each + GAP), y: row * (height + GAP), width: each, height };
  });
  return { width, height: rows * height + (rows - 1) * GAP, targets };
}
