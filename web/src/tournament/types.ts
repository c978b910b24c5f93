/** Short names for the server's shapes of a tournament. */
import type { components } from '../api/schema';
import type { BlackjackView } from '../api/types';

type Schemas = components['schemas'];

export type TournamentNote = Schemas['TournamentNote'];
export type TournamentShown = Schemas['TournamentShown'];
export type SessionPlay = Schemas['SessionPlay'];
export type Session = Schemas['Session'];
export type StackShown = Schemas['StackShown'];
export type OwnPart = Schemas['OwnPart'];
export type CoachShown = Schemas['CoachShown'];
export type Coached = Schemas['CoachedShown'];
export type CoachedWorth = Schemas['CoachedWorth'];
export type Work = Schemas['TournamentWork'];
export type Foreseen = Schemas['Foreseen'];
export type ConsideredTournament = Schemas['ConsideredTournament'];
export type ByRule = Schemas['ByRule'];
export type Conditions = Schemas['croupier.games.tournament.conditions.Conditions'];
export type Stage = Schemas['croupier.games.tournament.conditions.Stage'];
export type Duration = Schemas['croupier.games.tournament.conditions.Duration'];
export type Prize = Schemas['croupier.games.tournament.conditions.Prize'];
export type Forecast = Schemas['Forecast'];
export type LeagueNote = Schemas['LeagueNote'];
export type LeagueShown = Schemas['LeagueShown'];
export type Entry = NonNullable<OwnPart['entry']>;
export type Tally = NonNullable<Session['tally']>;

/** A session's table: blackjack, and what Division 7 adds to it. */
export type SessionView = BlackjackView & {
  stacks: { box: number; player: string; chips: number; standing: Schemas['Standing'] }[];
  marker: number;
  in_turn: string[];
  shoe: number | null;
  rounds: number;
  duration: Duration;
  ended: { clause: string; ruling?: string | null } | null;
  tally: Tally | null;
};
