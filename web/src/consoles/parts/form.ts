/**
 * A form made from the offers of one kind of act. Several offers of one kind (one a wager, say) are one form: what is
 * chosen first leaves of the other fields what the offers that fit still have.
 */
import { offeredAct, type OfferedAct, type Offer } from '../../api/types';
import type { FieldShown, Value, Values } from './types';

export interface Choice {
  name: string;
  kind: 'choice';
  choices: Value[];
  value: Value | undefined;
}
export interface Bounded {
  name: string;
  kind: 'bounds';
  lowest: number;
  highest: number;
  step: number;
  value: number | undefined;
}
export interface InWords {
  name: string;
  kind: 'words';
  longest: number;
  value: string;
}
/** Limits as they stand, to be written anew. */
export interface SignField {
  name: string;
  kind: 'sign';
  choices: Value[];
  value: Value | undefined;
}
/** Cards as they lie, to be written anew. */
export interface CardsField {
  name: string;
  kind: 'cards';
  choices: Value[];
  value: Value | undefined;
}
export type FormField = Choice | Bounded | InWords | SignField | CardsField;

/** The same text for the same value. */
export function keyOfValue(value: Value): string {
  return JSON.stringify(value);
}

function isSign(value: Value): boolean {
  return typeof value === 'object' && value !== null && 'minimum' in value && 'maximum' in value;
}

interface CardValue {
  rank: string;
  suit: string;
}
function isCards(value: Value): value is CardValue[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object' && each !== null && 'rank' in each && 'suit' in each);
}

/** Cards as people write them: Th 9d 5c. */
export function cardsWritten(value: Value): string {
  return isCards(value) ? value.map((each) => each.rank + each.suit).join(' ') : '';
}

/** The cards that a text names, or null where one of them is none. */
export function cardsRead(text: string): Value {
  const names = text.trim().split(/\s+/);
  const found = names.map((name) => /^(10|[2-9ajqkt])([cdhs])$/i.exec(name));
  if (found.some((each) => each === null)) return null;
  return found.map((each) => ({ rank: (each?.[1] ?? '').replace('10', 'T').toUpperCase(), suit: (each?.[2] ?? '').toLowerCase() }));
}

/** What is still to be chosen, and what has been, given what was chosen so far. */
export function fieldsOf(offers: readonly Offer[], chosen: Readonly<Values>): FormField[] {
  let fitting = [...offers];
  const names = Object.keys(offers[0]?.fields ?? {});
  return names.map((name) => {
    const shown = fitting.map((offer) => offer.fields[name]).filter((field): field is FieldShown => field !== undefined);
    const made = fieldOf(name, shown, chosen[name]);
    if (made.kind === 'choice' && made.value !== undefined) {
      const wanted = keyOfValue(made.value);
      fitting = fitting.filter((offer) => (offer.fields[name]?.choices ?? []).some((each) => keyOfValue(each) === wanted));
    }
    return made;
  });
}

function fieldOf(name: string, shown: readonly FieldShown[], chosen: Value): FormField {
  if (shown.some((field) => field.choices)) return choiceOf(name, shown, chosen);
  if (shown.some((field) => field.longest != null)) {
    return { name, kind: 'words', longest: Math.max(...shown.map((field) => field.longest ?? 0)), value: typeof chosen === 'string' ? chosen : '' };
  }
  const lowest = Math.min(...shown.map((field) => field.lowest ?? 0));
  const highest = Math.max(...shown.map((field) => field.highest ?? 0));
  return { name, kind: 'bounds', lowest, highest, step: shown[0]?.step ?? 1, value: typeof chosen === 'number' ? chosen : undefined };
}

function choiceOf(name: string, shown: readonly FieldShown[], chosen: Value): Choice | SignField | CardsField {
  const choices = [...new Map(shown.flatMap((field) => field.choices ?? []).map((each) => [keyOfValue(each), each])).values()];
  // Null is what was written and is no sign; nothing at all is the sign as it stands.
  if (choices.every(isSign)) return { name, kind: 'sign', choices, value: chosen === undefined ? choices[0] : (chosen ?? undefined) };
  if (choices.every(isCards)) return { name, kind: 'cards', choices, value: chosen === undefined ? choices[0] : (chosen ?? undefined) };
  if (choices.length === 1) return { name, kind: 'choice', choices, value: choices[0] };
  const isAmong = chosen !== undefined && choices.some((each) => keyOfValue(each) === keyOfValue(chosen));
  return { name, kind: 'choice', choices, value: isAmong ? chosen : undefined };
}

/** The act, where every field has been given what it may have. */
export function actOf(act: string, fields: readonly FormField[]): OfferedAct | null {
  const made: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.value === undefined || !isGiven(field)) return null;
    made[field.name] = field.kind === 'words' ? field.value.trim() : field.value;
  }
  return offeredAct(act, made);
}

function isGiven(field: FormField): boolean {
  switch (field.kind) {
    case 'words':
      return field.value.trim() !== '' && field.value.trim().length <= field.longest;
    case 'bounds': {
      const { value, lowest, highest, step } = field;
      return value !== undefined && value >= lowest && value <= highest && (value - lowest) % step === 0;
    }
    default:
      return true;
  }
}
