/** Short names for what those get who work at a table. */
import type { components } from '../../api/schema';

type Schemas = components['schemas'];

export type Work = Schemas['Work'];
export type Offers = Schemas['Offers'];
export type Doable = Schemas['Doable'];
export type Due = Schemas['Due'];
export type ByRule = Schemas['ByRule'];
export type GroundShown = Schemas['GroundShown'];
export type Considered = Schemas['Considered'];
export type FieldShown = Schemas['FieldShown'];
export type CardPlace = Schemas['CardPlace'];
export type PayoutLine = Schemas['PayoutLine'];
export type ChipsCut = Schemas['ChipsCut'];

/** An office that acts at a table, as the server calls it. */
export type Office = 'dealer' | 'game supervisor' | 'operator';

/** What a field of an act is given. */
export type Value = unknown;
export type Values = Record<string, Value>;
