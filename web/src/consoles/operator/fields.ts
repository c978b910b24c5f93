/** What is written into a form of fields as the server has them, and what it says there. No rule: only what a field is. */
import { cents, money } from '../../format';
import type { FormField } from '../../api/types';
import { words } from '../../words/staff';

export type Written = Record<string, string | boolean>;
export type Said = Record<string, number | string | boolean | null>;

/** As a field begins: amounts in dollars. */
export function begin(fields: readonly FormField[]): Written {
  return Object.fromEntries(fields.map((field) => [field.name, startOf(field)]));
}

function startOf({ kind, default: value }: FormField): string | boolean {
  if (kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  return kind === 'amount' ? dollars(Number(value)) : String(value);
}

function dollars(amount: number): string {
  return money(amount).replace('$', '').replace(/\.00$/, '');
}

/** What a field says; undefined where it cannot be read. An amount that is left empty is none, where none is what it begins with. */
export function said(field: FormField, text: string | boolean): number | string | boolean | null | undefined {
  if (typeof text === 'boolean') return text;
  const plain = text.trim();
  if (field.kind === 'words') return plain;
  if (plain === '') return field.kind === 'amount' && field.default === null ? null : undefined;
  if (field.kind === 'amount') return cents(plain) ?? undefined;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined;
}

/** Why a field cannot be read; empty where it can. Whether it is allowed, the server says. */
export function complaint(field: FormField, text: string | boolean): string {
  if (said(field, text) !== undefined) return '';
  return field.kind === 'amount' ? words.operating.badAmount : words.operating.badNumber(String(field.lowest ?? 0), String(field.highest ?? ''));
}

/** All fields that say something else than their default; null where one cannot be read. */
export function changed(fields: readonly FormField[], written: Written): Said | null {
  const made: Said = {};
  for (const field of fields) {
    const value = said(field, written[field.name] ?? '');
    if (value === undefined) return null;
    if (value !== (field.default ?? null)) made[field.name] = value;
  }
  return made;
}

/** The field that a refusal is about, by its code: `bad_decks`, `bad_limits`. Nothing where it is about the whole. */
export function refusedField(code: string, fields: readonly FormField[]): string {
  const ABOUT: Record<string, string> = { bad_limits: 'minimum', bad_chip: 'smallest_chip', no_such_layout: 'layout', bad_maximum: 'box_maximum', bad_window: 'betting_seconds', bad_pace: 'decide' };
  const named = ABOUT[code] ?? code.replace(/^bad_/, '');
  return fields.some((each) => each.name === named) ? named : '';
}
