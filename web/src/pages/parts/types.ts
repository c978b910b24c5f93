/** Short names for the server's shapes that these pages show. */
import type { components } from '../../api/schema';

type Schemas = components['schemas'];

export type ClauseShown = Schemas['ClauseShown'];
export type ClausePage = Schemas['ClausePage'];
export type RulingShown = Schemas['RulingShown'];
export type RulebookShown = Schemas['Rulebook'];
export type GameNotes = Schemas['GameNotes'];
export type GameShown = Schemas['RouletteShown'] | Schemas['MoneyWheelShown'] | Schemas['TaiSaiShown'] | Schemas['BlackjackShown'];
export type LayoutGame = Exclude<GameShown, Schemas['BlackjackShown']>;
export type BlackjackGame = Schemas['BlackjackShown'];
export type WagerShown = Schemas['WagerShown'];
export type OddsShown = Schemas['OddsShown'];
export type ChartShown = Schemas['ChartShown'];
export type Share = Schemas['Share'];
export type RoundsShown = Schemas['RoundsShown'];
export type MyRound = Schemas['RoundShown'];
export type RoundNotes = Schemas['RoundNotes'];
export type RoundProof = Schemas['RoundProof'];
export type LineShown = Schemas['LineShown'];
export type CountShown = Schemas['CountShown'];
export type CountWorthShown = Schemas['CountWorthShown'];
export type LastHandShown = Schemas['LastHandShown'];
export type Hint = Schemas['Hint'];
export type ChoiceShown = Schemas['ChoiceShown'];
