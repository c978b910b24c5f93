/** What lies on a layout at one moment, and what of it has won: of a round that goes on, or of one that is looked back at. */
import type { LayoutView, PositionShown, Settled } from '../../api/types';
import type { Bets } from '../../table/bets.svelte';
import { stacksOf, stacksOfLines, type Stack } from '../../table/positions';
import type { TableStore } from '../../table/store.svelte';

export interface LayoutSeen {
  readonly stacks: Stack[];
  /** Names of the winning positions. */
  readonly lit: readonly string[];
  readonly lines: readonly Settled[];
  /** One's own winnings stand beside their chips. */
  readonly isPaid: boolean;
  /** Where the dolly stands, at a game that has one. */
  readonly dolly: number | null;
}

/** What every drawn layout of a game takes. */
export interface LayoutProps<Game, Seen extends LayoutSeen = LayoutSeen> {
  game: Game;
  store: TableStore;
  bets: Bets;
  show: Seen;
  /** The position under the hand, so that it can be told what it pays. */
  onlook: (position: PositionShown | null) => void;
}

/** Whether one has begun the next round oneself. */
export function hasOwnWager(store: TableStore): boolean {
  return store.view?.wagers.some((each) => each.player === store.me) ?? false;
}

/** As the table was after an entry: the wagers, or what the result has left of them. */
export function seenIn(view: LayoutView): LayoutSeen {
  const isOver = view.result !== null && !(view.betting && view.wagers.length > 0);
  const left = view.settled.filter((each) => each.outcome !== 'lose');
  return {
    stacks: view.wagers.length > 0 || !isOver ? stacksOf(view.wagers) : stacksOfLines(left),
    lit: isOver ? view.lit : [],
    lines: isOver ? view.settled : [],
    isPaid: isOver && view.wagers.length === 0,
    dolly: isOver ? Number.parseInt(view.result ?? '', 10) : null,
  };
}
