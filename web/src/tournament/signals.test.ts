/** What is called out in the room: a minute before a start or an end, and the last hand of a session. */
import { expect, test } from 'vitest';
import { signalsOf } from './signals';
import type { TournamentShown } from './types';

const ROUNDS = { measure: 'rounds', count: 10 };
const TIME = { measure: 'minutes', count: 45 };

function room(starts: number | null, play: object[] = [], phase = 'play'): TournamentShown {
  const sessions = [1, 2].map((number) => ({ number, begun: true, tally: null }));
  return { view: { starts, phase, sessions }, play: play.map((each) => ({ begun: true, is_paused: false, ...each })) } as unknown as TournamentShown;
}
const kinds = (shown: TournamentShown, now: number) => signalsOf(shown, now).map(({ kind, key }) => `${kind} ${key}`);

test('a start is called in its last minute, and not before or after', () => {
  expect(kinds(room(1000, [], 'entry'), 939)).toEqual([]);
  expect(kinds(room(1000, [], 'entry'), 940)).toEqual(['minute start 1000']);
  expect(kinds(room(1000, [], 'entry'), 1000)).toEqual([]);
  expect(kinds(room(1000, [], 'over'), 960)).toEqual([]);
});

test('a session by the clock is called a minute before its end, unless it is held', () => {
  const play = { session: 1, table: 't1', duration: TIME, ends: 500 };
  expect(kinds(room(null, [play]), 439)).toEqual([]);
  expect(kinds(room(null, [play]), 440)).toEqual(['minute minute t1']);
  expect(kinds(room(null, [{ ...play, is_paused: true }]), 440)).toEqual([]);
});

test('the last hand is called at each table for itself, once its session has begun', () => {
  const [first, second] = [{ session: 1, table: 't1', duration: ROUNDS, rounds: 9 }, { session: 2, table: 't2', duration: ROUNDS, rounds: 8 }];
  expect(kinds(room(null, [first, second]), 0)).toEqual(['last last t1']);
  expect(kinds(room(null, [{ ...first, begun: false }]), 0)).toEqual([]);
});
