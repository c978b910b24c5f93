/** Short names for the server's shapes. `schema.d.ts` is made from the server's schema: `python3 start.py types`. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Fault = Schemas['Fault'];
export type Me = Schemas['Me'];
export type Here = Schemas['Here'];
export type Entered = Schemas['Entered'];
export type TableNote = Schemas['TableNote'];
export type TableShown = Schemas['TableShown'];
export type Legal = Schemas['LegalShown'];
export type Offer = Schemas['OfferShown'];
export type PlayShown = Schemas['PlayShown'];
export type Purse = Schemas['Purse'];
export type ShownEntry = Schemas['ShownEntry'];
export type LayoutView = Schemas['LayoutPublicView'];
export type BlackjackView = Schemas['BlackjackPublicView'];
export type Placed = Schemas['LayoutPlaced'];
export type Settled = Schemas['LayoutSettled'];
export type RouletteShown = Schemas['RouletteShown'];
export type MoneyWheelShown = Schemas['MoneyWheelShown'];
export type Section = Schemas['Section'];
export type TaiSaiShown = Schemas['TaiSaiShown'];
export type RollShown = Schemas['RollShown'];
export type PositionShown = Schemas['PositionShown'];
export type WagerShown = Schemas['WagerShown'];
export type PracticeShown = Schemas['PracticeShown'];
export type Receipt = Schemas['Receipt'];
export type BlackjackShown = Schemas['BlackjackShown'];
export type RoundShown = Schemas['BlackjackRoundShown'];
export type BoxShown = Schemas['BlackjackBoxShown'];
export type HandShown = Schemas['BlackjackHandShown'];
export type SevensShown = Schemas['BlackjackSevensShown'];

export type Snapshot = Omit<Schemas['Snapshot'], 'view'> & { view: unknown };
export type Acts = Omit<Schemas['Acts'], 'view'> & { view?: unknown };
export type ServerMessage =
  | Snapshot
  | Acts
  | Schemas['You']
  | Schemas['ReceiptMessage']
  | Schemas['RefusedMessage']
  | Schemas['ErrorMessage']
  | Schemas['Reality']
  | Schemas['Company']
  | Schemas['Said']
  | Schemas['NotSaid']
  | Schemas['Pong'];

export type Phrase = Schemas['Said']['phrase'];
export type PrivateTables = Schemas['PrivateTablesShown'];
export type Health = Schemas['Health'];
export type Audit = Schemas['Audit'];
export type HouseReport = Schemas['HouseReportShown'];
export type ReportRow = Schemas['ReportRow'];
export type FairnessOf = Schemas['FairnessShown'];
export type IncidentLog = Schemas['IncidentLog'];
export type DeviceMade = Schemas['DeviceMade'];
export type Call = Schemas['Call'];
export type Calls = Schemas['Calls'];
export type Paces = Schemas['Paces'];
export type TablePace = Schemas['TablePace'];
export type DevicesShown = Schemas['DevicesShown'];
export type Pieces = Schemas['Pieces'];
export type SlipShown = Schemas['SlipShown'];
export type SlipsShown = Schemas['SlipsShown'];
export type TrayShown = Schemas['TrayShown'];
export type WalkUpsEntered = Schemas['WalkUpsEntered'];
export type Verified = Schemas['Verified'];
export type Verifying = Schemas['Verifying'];
export type JournalNote = Schemas['JournalNote'];
export type JournalNotes = Schemas['JournalNotes'];
export type JournalEntry = Schemas['JournalEntry'];
export type JournalPage = Schemas['JournalPage'];
export type Accounts = Schemas['Accounts'];
export type SignInShown = Schemas['SessionShown'];
export type SignInsShown = Schemas['SessionsShown'];
export type StaffLog = Schemas['StaffLog'];
export type FactorsShown = Schemas['FactorsShown'];
export type TotpShown = Schemas['TotpShown'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type PasskeyOptions = Schemas['PasskeyOptions'];
export type ApprovalsShown = Schemas['ApprovalsShown'];
export type Transfers = Schemas['Transfers'];
export type TableForm = Schemas['TableForm'];
export type FormField = Schemas['FormField'];
export type PersonShown = Schemas['PersonShown'];
export type PersonInFull = Schemas['PersonInFull'];
export type PeopleShown = Schemas['PeopleShown'];
export type Invitation = Schemas['Invitation'];
export type ResetLink = Schemas['ResetLink'];

/** A place on a layout, as the act `wager` takes it. */
export interface Position {
  kind: string;
  numbers: number[];
}

/** Fields that the server fills in where they are left out; its schema calls them required all the same. */
type Asked<T> = T extends { chips: infer Chips } ? Omit<T, 'chips'> & { chips?: Chips } : T;

/** What is done at a table, by whoever may do it. */
export type TableAct = Asked<Schemas['RouletteAct'] | Schemas['MoneyWheelAct'] | Schemas['TaiSaiAct'] | Schemas['BlackjackAct'] | Schemas['TournamentTableAct']>;
export type TournamentAct = Schemas['TournamentAct'];

declare const isOffered: unique symbol;
/** An act put together from fields that the server has just offered: what may stand in it is known only then. */
export interface OfferedAct {
  readonly act: string;
  readonly [isOffered]: true;
}

/** An act as it is asked for; the server judges it. */
export type Act = TableAct | TournamentAct | OfferedAct;

/** The one way to an act whose name and fields come from an offer. */
export function offeredAct(act: string, fields: Readonly<Record<string, unknown>> = {}): OfferedAct {
  return { act, ...fields } as unknown as OfferedAct;
}

/** A field of an act that may have it. */
export function fieldOf(act: Act, name: string): unknown {
  return (act as unknown as Record<string, unknown>)[name];
}
