import { expect, it } from 'vitest';
import { noteWords, writtenOf } from './written';

const ANA = 'pabcdefghij23';
const names = (id: string) => (id === ANA ? 'Ana' : id);

it('a note has people by their names, and amounts as everywhere', () => {
  expect(noteWords(`grant 1000 to ${ANA}`, names)).toBe('grant $1,000.00 to Ana');
  expect(noteWords(`forfeit 12.50 of ${ANA}`, names)).toBe('forfeit $12.50 of Ana');
  expect(noteWords(`pay out 7 in value of ${ANA} at roulette-1`, names)).toBe('pay out $7.00 in value of Ana at roulette-1');
});

it('what is no amount and no person stays as it is', () => {
  expect(noteWords('table roulette-2abcd made by pzzzzzzzzzz22', names)).toBe('table roulette-2abcd made by pzzzzzzzzzz22');
  expect(noteWords(`verified by ${ANA}: everything follows, 312 entries`, names)).toBe('verified by Ana: everything follows, 312 entries');
  expect(noteWords('opened', names)).toBe('opened');
});

it('an act that names a player names them as everywhere', () => {
  const declined = { line: `dealer: decline the cut for ${ANA}`, act: { act: 'decline cut', player: ANA } };
  expect(writtenOf(declined as never, names).what).toBe('passes the cut on for Ana');
  const late = { line: `dealer: void 20 of ${ANA} on red, late`, act: { act: 'void chips', player: ANA, amount: 2000 } };
  expect(writtenOf(late as never, names).what).toBe('voids $20.00 of Ana on red, late');
});
