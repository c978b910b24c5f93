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
  | Schemas['Pong'];

export type Health = Schemas['Health'];
export type Audit = Schemas['Audit'];
export type Verified = Schemas['Verified'];
export type Verifying = Schemas['Verifying'];
export type JournalNote = Schemas['JournalNote'];
export type JournalNotes = Schemas['JournalNotes'];
export type JournalEntry = Schemas['JournalEntry'];
export type JournalPage = Schemas['JournalPage'];
export type Accounts = Schemas['Accounts'];
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

/** An act as it is asked for; the server judges it. */
export type Act = { act: string } & Record<string, unknown>;
