/** Words for a count, by the rules of a language: no other place of the page decides between one and many. */

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export interface Plurals {
  /** The form for this count; `#` stands for the count itself. */
  plural(count: number, forms: Forms): string;
  /** The place in an order, with the ending of `endings` that belongs to it. */
  ordinal(place: number): string;
}

export function pluralsOf(language: string, endings: Forms): Plurals {
  const [counts, places] = [new Intl.PluralRules(language), new Intl.PluralRules(language, { type: 'ordinal' })];
  return {
    plural: (count, forms) => (forms[counts.select(count)] ?? forms.other).replaceAll('#', String(count)),
    ordinal: (place) => `${place}${endings[places.select(place)] ?? endings.other}`,
  };
}

/** English. */
export const { plural, ordinal } = pluralsOf('en', { one: 'st', two: 'nd', few: 'rd', other: 'th' });
