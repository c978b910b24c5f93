/** A tournament in words. Whatever is decided, and why, the server says; this only puts it into sentences. */
import { duration as clockOf, moment, money } from '../format';
import { words } from '../words/pages';
import type { Conditions, Duration, Prize, SessionPlay, Stage, TournamentNote } from './types';

/** `6 rounds`, `2 shoes`, `45 minutes`. */
export function lengthWords({ measure, count }: Duration): string {
  if (measure === 'seconds' && count % 60 === 0) return words.tournament.lengths.minutes(count / 60);
  return words.tournament.lengths[measure](count);
}

/** Which of `words.tournament.states` a tournament is in. */
export function stateOf(note: TournamentNote): string {
  if (note.trouble) return 'trouble';
  if (note.is_open) return note.phase === 'play' ? 'late' : 'open';
  return note.phase ?? '';
}

export function stageWords(stage: Stage): string {
  const goes = words.tournament.advance(stage.advance);
  return [
    lengthWords(stage.duration),
    stage.best_losers ? `${goes} ${words.tournament.bestLosers(stage.best_losers)}` : goes,
    ...(stage.sign ? [words.tournament.limitsOf(money(stage.sign.minimum), money(stage.sign.maximum))] : []),
    ...ownWords(stage.chips, stage.starts),
  ].join('; ');
}

/** Chips and a start that are a stage's or the final's own. */
export function ownWords(chips: number | null | undefined, starts: number | null | undefined): string[] {
  return [...(chips != null ? [words.tournament.stageChips(money(chips))] : []), ...(starts != null ? [words.tournament.stageStarts(moment(starts))] : [])];
}

/** What a place of the prize list is, and of how many parts a share is one. */
export function prizeWords(prize: Prize, conditions: Conditions): string {
  const parts = conditions.prizes.reduce((sum, each) => sum + each.share, 0);
  return [
    ...(prize.amount ? [money(prize.amount)] : []),
    ...(prize.share ? [words.tournament.share(prize.share, parts)] : []),
    ...(prize.goods ? [prize.value ? words.tournament.goods(prize.goods, money(prize.value)) : prize.goods] : []),
  ].join(' + ');
}

export function playersWords({ fewest, most }: Conditions): string {
  if (fewest !== null && most !== null) return words.tournament.between(fewest, most);
  if (fewest !== null) return words.tournament.atLeast(fewest);
  return most === null ? words.tournament.anyNumber : words.tournament.atMost(most);
}

/** `in 9:41`, `now`, by the server's clock. */
export function untilWords(at: number, now: number): string {
  if (at <= now) return words.tournament.startsNow;
  return at - now >= 2 * 86_400 ? words.tournament.inDays(Math.trunc((at - now) / 86_400)) : words.tournament.startsIn(clockOf(at - now));
}

/** How much of a session is left: rounds, the shoe, or its time. */
export function leftWords(play: Pick<SessionPlay, 'duration' | 'rounds' | 'shoe' | 'ends'>, now: number): string {
  const { measure, count } = play.duration;
  if (measure === 'rounds') return words.tournament.roundsLeft(Math.max(0, count - play.rounds));
  if (measure === 'shoes') return words.tournament.shoeOf(play.shoe ?? 1, count);
  return words.tournament.timeLeft(clockOf(Math.max(0, (play.ends ?? now + count) - now)));
}

export function ordinal(place: number): string {
  return words.tournament.ordinal(place);
}
