/** Rounds of a real server for the tests, made by `tests/support/page/round_recordings.py`. */
import type { OwnReceipt, Published } from './check';
import { publishedOf } from './published';
import recorded from './recorded.json';

export const GAMES = ['roulette', 'money-wheel', 'tai-sai', 'blackjack'] as const;

export function recordedRound(game: (typeof GAMES)[number]): { published: Published; receipts: OwnReceipt[] } {
  const { round, receipts } = recorded[game];
  return { published: publishedOf(round), receipts };
}
