/** Rounds of one's own, sorted out and added up. */
import type { MyRound } from './types';

export type Ending = 'won' | 'lost' | 'even';

export function endingOf(round: Pick<MyRound, 'staked' | 'returned'>): Ending {
  if (round.returned === round.staked) return 'even';
  return round.returned > round.staked ? 'won' : 'lost';
}

export interface Sums {
  count: number;
  staked: number;
  returned: number;
  net: number;
}

export function sumsOf(rounds: readonly Pick<MyRound, 'staked' | 'returned'>[]): Sums {
  const staked = rounds.reduce((sum, each) => sum + each.staked, 0);
  const returned = rounds.reduce((sum, each) => sum + each.returned, 0);
  return { count: rounds.length, staked, returned, net: returned - staked };
}

export function sorted(rounds: readonly MyRound[], game: string, ending: string): MyRound[] {
  return rounds.filter((each) => (!game || each.game === game) && (!ending || endingOf(each) === ending));
}

/** Where a round has its own page: the same for whoever opens it. */
export function addressOf(table: string, round: number): string {
  return `/tables/${encodeURIComponent(table)}/rounds/${round}`;
}

/** What came of some settlement lines: a stake comes back unless it is lost. */
export function settledNet(lines: readonly { stake: number; outcome: string; pays: number }[]): Sums {
  return sumsOf(lines.map((line) => ({ staked: line.stake, returned: line.pays + (line.outcome === 'lose' ? 0 : line.stake) })));
}
