/** What positions are called in words. */
import type { PositionShown, RouletteShown } from '../../api/types';
import { words } from '../../words';

/** `17 black`, `Split 17 and 20`, `Dozen 1 to 12`, `Red`. */
export function labelOf(position: PositionShown, game: RouletteShown): string {
  const kind = words.roulette.kinds[position.kind] ?? position.kind;
  switch (position.kind) {
    case 'straight up': {
      const number = position.numbers[0] as number;
      const colour = game.pockets.find((each) => each.number === number)?.colour ?? '';
      return `${number} ${words.roulette.colours[colour] ?? ''}`;
    }
    case 'dozen':
      return `${kind} ${position.covers.at(0)} ${words.roulette.to} ${position.covers.at(-1)}`;
    case 'column':
      return `${kind} ${position.numbers[0]}`;
    default:
      return position.numbers.length ? `${kind} ${joined(position.numbers)}` : kind;
  }
}

function joined(numbers: readonly number[]): string {
  if (numbers.length > 4) return `${numbers[0]} ${words.roulette.to} ${numbers.at(-1)}`;
  return `${numbers.slice(0, -1).join(', ')} ${words.roulette.and} ${numbers.at(-1)}`;
}
