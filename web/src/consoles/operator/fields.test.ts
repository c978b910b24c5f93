import { expect, it } from 'vitest';
import type { FormField } from '../../api/types';
import { begin, changed, complaint, refusedField, said } from './fields';

const BARE = { lowest: null, highest: null, longest: null, by: null };
const FIELDS: FormField[] = [
  { ...BARE, name: 'decks', kind: 'whole', default: 8, lowest: 4, highest: 8 },
  { ...BARE, name: 'burn', kind: 'flag', default: false },
  { ...BARE, name: 'super_sevens', kind: 'amount', default: null },
  { ...BARE, name: 'minimum', kind: 'amount', default: 500 },
];

it('a form begins with the defaults, amounts in dollars', () => {
  expect(begin(FIELDS)).toEqual({ decks: '8', burn: false, super_sevens: '', minimum: '5' });
  expect(changed(FIELDS, begin(FIELDS))).toEqual({});
});

it('only what was changed is sent, in cents', () => {
  expect(changed(FIELDS, { decks: '6', burn: true, super_sevens: '2.50', minimum: '10' })).toEqual({ decks: 6, burn: true, super_sevens: 250, minimum: 1000 });
});

it('an amount may be left empty only where it begins so', () => {
  const minimum = FIELDS[3] as FormField;
  expect(changed(FIELDS, { ...begin(FIELDS), super_sevens: ' ' })).toEqual({});
  expect([said(minimum, ''), complaint(minimum, ' ')]).toEqual([undefined, 'Enter an amount in dollars, such as 5 or 2.50.']);
  expect(changed(FIELDS, { ...begin(FIELDS), minimum: '' })).toBeNull();
});

it('what cannot be read is said at its field, and nothing is sent', () => {
  const [decks, , sevens] = FIELDS as [FormField, FormField, FormField, FormField];
  expect(said(decks, 'eight')).toBeUndefined();
  expect(complaint(decks, '')).toBe('Enter a whole number from 4 to 8.');
  expect(complaint(sevens, '1.234')).toMatch(/amount/);
  expect(changed(FIELDS, { ...begin(FIELDS), decks: '-1' })).toBeNull();
});

it('whether a figure is allowed is not judged here', () => {
  expect(complaint(FIELDS[0] as FormField, '99')).toBe('');
});

it('a refusal stands at the field that it is about', () => {
  expect(refusedField('bad_decks', FIELDS)).toBe('decks');
  expect(refusedField('bad_limits', FIELDS)).toBe('minimum');
  expect(refusedField('not_gazetted', FIELDS)).toBe('');
});
