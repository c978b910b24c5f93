import { expect, it } from 'vitest';
import { addressed } from './addressed';

const ME = 'qkyutvmpgc7ulaorv';
const NAMES = { [ME]: 'Mere', q2: 'Tom' };

it('speaks to whoever was refused', () => {
  expect(addressed(`${ME} has $0 in chips here; this needs $25.`, ME, NAMES)).toBe('You have $0 in chips here; this needs $25.');
  expect(addressed(`${ME} is seated already.`, ME, NAMES)).toBe('You are seated already.');
  expect(addressed(`${ME} does not play in this session.`, ME, NAMES)).toBe('You do not play in this session.');
  expect(addressed(`${ME} already has as many boxes as one player may have here.`, ME, NAMES)).toBe('You already have as many boxes as one player may have here.');
  expect(addressed(`${ME} still has a wager on the table.`, ME, NAMES)).toBe('You still have a wager on the table.');
  expect(addressed(`It is ${ME}'s turn to cut.`, ME, NAMES)).toBe('It is your turn to cut.');
  expect(addressed(`${ME}'s chips are $5 each and cannot make $7.`, ME, NAMES)).toBe('Your chips are $5 each and cannot make $7.');
  expect(addressed(`There is no fee of ${ME} to give back.`, ME, NAMES)).toBe('There is no fee of you to give back.');
});

it('calls others by their names, and leaves the rest as it is', () => {
  expect(addressed('q2 decides for that box.', ME, NAMES)).toBe('Tom decides for that box.');
  expect(addressed('A hand with an ace cannot be doubled.', ME, NAMES)).toBe('A hand with an ace cannot be doubled.');
  expect(addressed('q2 has no chips at this table.', '', {})).toBe('q2 has no chips at this table.');
});
