/** What goes on at a table, as the lobby tells it. */
import type { TableNote } from '../api/types';
import { words } from '../words';

export interface TableState {
  kind: 'open' | 'playing' | 'closed' | 'trouble';
  text: string;
}

export function stateOf(table: TableNote, now: number): TableState {
  if (table.trouble) return { kind: 'trouble', text: words.lobby.trouble };
  if (table.live && !table.dealer) return { kind: 'closed', text: words.lobby.waiting };
  if (!table.open) return { kind: 'closed', text: words.lobby.closed };
  if (!table.betting) return { kind: 'playing', text: words.lobby.playing };
  const left = table.due == null ? 0 : Math.ceil(table.due - now);
  return { kind: 'open', text: left > 0 ? words.lobby.bettingUntil(left) : words.lobby.betting };
}

/** Whether a seat there leads to a game. Elsewhere one can only watch. */
export function canPlayAt(table: TableNote): boolean {
  return table.open && !table.trouble && (!table.live || table.dealer);
}
