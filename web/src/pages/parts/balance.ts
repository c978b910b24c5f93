/** How one's money has gone, round by round: the line of it, and what the sitting that goes on has brought. */
import { sumsOf, type Sums } from './rounds';
import type { MyRound } from './types';

/** Who plays nothing for so many seconds has begun anew. */
const PAUSE_SECONDS = 30 * 60;

type Counted = Pick<MyRound, 'staked' | 'returned' | 'time'>;

/** What all rounds up to each have brought, the first one first. It begins at nothing. */
export function runningNet(rounds: readonly Counted[]): number[] {
  const line = [0];
  for (const each of inOrder(rounds)) line.push((line.at(-1) as number) + each.returned - each.staked);
  return line;
}

export interface Sitting extends Sums {
  seconds: number;
  best: number;
  worst: number;
}

/** The last rounds without a long pause between them. */
export function lastSitting(rounds: readonly Counted[]): Sitting | null {
  const all = inOrder(rounds);
  let first = all.length - 1;
  while (first > 0 && (all[first] as Counted).time - (all[first - 1] as Counted).time <= PAUSE_SECONDS) first -= 1;
  const sitting = all.slice(Math.max(0, first));
  const [begin, end] = [sitting[0], sitting.at(-1)];
  if (!begin || !end) return null;
  const nets = sitting.map((each) => each.returned - each.staked);
  return { ...sumsOf(sitting), seconds: end.time - begin.time, best: Math.max(0, ...nets), worst: Math.min(0, ...nets) };
}

function inOrder(rounds: readonly Counted[]): Counted[] {
  return [...rounds].sort((one, other) => one.time - other.time);
}

/** Points of the line in a box, the highest amount at its top. */
export function pointsOf(line: readonly number[], width: number, height: number): { points: string; zero: number } {
  const [most, least] = [Math.max(0, ...line), Math.min(0, ...line)];
  const range = Math.max(1, most - least);
  const y = (amount: number) => ((most - amount) / range) * height;
  const x = (at: number) => (line.length > 1 ? (at / (line.length - 1)) * width : 0);
  return { points: line.map((amount, at) => `${x(at).toFixed(1)},${y(amount).toFixed(1)}`).join(' '), zero: y(0) };
}
