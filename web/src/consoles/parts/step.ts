/** How the next step is taken: by one key, by a choice, or by something that is entered first. */
import { offeredAct, type OfferedAct, type Offer } from '../../api/types';
import { padOf, type PadKind } from './entry.svelte';
import { words } from '../../words/staff';
import { actName, capital, valueWords, type Scene } from './say';
import type { Value } from './types';

export interface ToEnter {
  field: string;
  kind: PadKind;
  choices: readonly Value[];
  /** By digits alone: too many numbers for a key each. */
  isTyped: boolean;
  lowest: number;
  highest: number;
}

/** The field that is entered on a pad, where the step has one. */
export function toEnter(offer: Offer | undefined): ToEnter | null {
  for (const [field, { choices, lowest, highest, step }] of Object.entries(offer?.fields ?? {})) {
    if (lowest != null && highest != null) {
      const count = Math.trunc((highest - lowest) / (step ?? 1)) + 1;
      const numbers = Array.from({ length: count }, (_, at) => lowest + at * (step ?? 1));
      return { field, kind: 'numbers', choices: numbers, isTyped: true, lowest, highest };
    }
    const kind = padOf(choices ?? []);
    if (choices && kind) return { field, kind, choices, isTyped: false, lowest: 0, highest: 0 };
  }
  return null;
}

/** Everything but what is entered or chosen has one value only. */
export function actFor(offer: Offer, field?: string, value?: Value): OfferedAct {
  return offeredAct(offer.act, Object.fromEntries(Object.entries(offer.fields).map(([name, { choices }]) => [name, name === field ? value : choices?.[0]])));
}

/** A field with a few values to choose from, each a button. */
export function toChoose(offer: Offer | undefined): { field: string; choices: readonly Value[] } | null {
  for (const [field, { choices }] of Object.entries(offer?.fields ?? {})) {
    if (choices && choices.length > 1 && !padOf(choices)) return { field, choices };
  }
  return null;
}

/** What the step says of itself: `Wheel anticlockwise`. A number says its colour already. */
export function detailOf(offer: Offer, nameOf: (field: string) => string, scene: Scene): string {
  return Object.entries(offer.fields)
    .filter(([field, { choices }]) => choices?.length === 1 && choices[0] !== '' && !(field === 'colour' && 'number' in offer.fields))
    .map(([field, { choices }]) => `${nameOf(field)}: ${valueWords(field, choices?.[0], scene)}`)
    .join(' · ');
}

/** `Collect, pay, open betting`. What it says of itself where it is one step. */
export function movementWords(movement: readonly Offer[], scene: Scene): string {
  const boxes = movement.filter((each) => each.act === 'settle box').length;
  const others = movement.filter((each) => each.act !== 'settle box');
  if (movement.length === 1 && boxes === 0) return actName(movement[0]?.act ?? '');
  const named = others.map(({ act, fields }) => {
    const dice = act === 'key in' ? ` ${valueWords('dice', fields.dice?.choices?.[0], scene)}` : '';
    return (words.dealing.short[act] ?? actName(act)) + dice;
  });
  return capital([...(boxes ? [words.dealing.settleBoxes(boxes)] : []), ...named].join(', '));
}
