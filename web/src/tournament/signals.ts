/** What is called out in the room: a minute before a start or an end, and the last hand of a session. */
import { words } from '../words/pages';
import type { SessionPlay, TournamentShown } from './types';

export interface Signal {
  /** The same for as long as it is the same call. */
  key: string;
  kind: 'minute' | 'last';
  says: string;
}

const MINUTE = 60;

export function signalsOf(shown: TournamentShown, now: number): Signal[] {
  const { starts, phase, sessions } = shown.view;
  const isSoon = starts !== null && (phase === 'entry' || phase === 'play') && starts > now && starts - now <= MINUTE;
  const start: Signal[] = isSoon ? [{ key: `start ${starts}`, kind: 'minute', says: words.tournament.signals.start }] : [];
  const isOn = ({ session, begun }: SessionPlay) => begun && sessions.some((each) => each.number === session && each.begun && !each.tally);
  return [...start, ...shown.play.filter(isOn).flatMap((each) => signalsAt(each, now))];
}

function signalsAt(play: SessionPlay, now: number): Signal[] {
  const left = (play.ends ?? 0) - now;
  if (play.ends != null && left > 0 && left <= MINUTE && !play.is_paused) return [{ key: `minute ${play.table}`, kind: 'minute', says: words.tournament.signals.minute(play.session) }];
  if (play.duration.measure === 'rounds' && play.duration.count - play.rounds === 1) return [{ key: `last ${play.table}`, kind: 'last', says: words.tournament.signals.last(play.session) }];
  return [];
}
