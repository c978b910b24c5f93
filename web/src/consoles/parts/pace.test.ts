import { expect, test } from 'vitest';
import { paceAlert, paceWords } from './pace';

const at = (dealt: number | null, wanted: number) => ({ table: 'r', dealt, wanted });

test('a table is slow below three quarters of what is set, and fast above five', () => {
  expect([44, 45, 60, 75, 76].map((dealt) => paceAlert(at(dealt, 60)))).toEqual(['slow', '', '', '', 'fast']);
});

test('nothing is said of a pace that is not known or not set', () => {
  expect([paceAlert(at(null, 60)), paceAlert(at(10, 0)), paceWords(at(null, 0))]).toEqual(['', '', '']);
  expect(paceWords(at(48, 0))).toBe('48 rounds an hour');
  expect(paceWords(at(1, 60))).toBe('1 round an hour, house pace 60');
  expect(paceWords(at(null, 60))).toBe('House pace 60 rounds an hour');
});
