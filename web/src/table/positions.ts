/** Positions by name. What positions there are, what they cover and what they pay comes from the server. */
import type { BlackjackView, LayoutView, Placed, Position, Settled } from '../api/types';

/** The same text for the same position, wherever it comes from. */
export function keyOf(position: { kind: string; numbers?: readonly number[] }): string {
  return position.numbers?.length ? `${position.kind} ${position.numbers.join('-')}` : position.kind;
}

export function positionOf({ kind, numbers }: Position): Position {
  return { kind, numbers };
}

/** Chips of one player on one position. */
export interface Stack {
  player: string;
  key: string;
  stake: number;
  chips: string;
}

export function stacksOf(wagers: readonly Placed[]): Stack[] {
  return wagers.map((each) => ({ player: each.player, key: keyOf(each.position), stake: each.stake, chips: each.chips ?? 'value' }));
}

export function stacksOfLines(lines: readonly Settled[]): Stack[] {
  return stacksOf(lines.map((each) => each.wager));
}

/** All that lies on a layout or on the boxes. At blackjack what was added to a hand is not placed on its own. */
export function placedIn(view: LayoutView | BlackjackView): Placed[] {
  if ('wagers' in view) return view.wagers;
  return view.boxes.flatMap(({ number, stakes = [] }) =>
    stakes.map((each) => ({ player: each.player, position: { kind: each.kind, numbers: [number] }, stake: each.amount, chips: 'value' as const })),
  );
}

/** What one player won and staked in a settlement: what came back beyond the stakes may be below nothing. */
export function netOf(lines: readonly Settled[], player: string): { staked: number; won: number; net: number; count: number } {
  const mine = lines.filter((each) => each.wager.player === player);
  const staked = mine.reduce((sum, each) => sum + each.wager.stake, 0);
  const won = mine.reduce((sum, each) => sum + each.pays, 0);
  const lost = mine.filter((each) => each.outcome === 'lose').reduce((sum, each) => sum + each.wager.stake, 0);
  return { staked, won, net: won - lost, count: mine.length };
}
