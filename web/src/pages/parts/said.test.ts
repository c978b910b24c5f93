import { expect, it } from 'vitest';
import { capital, saidOf, withCards } from './said';

const NAMES = { p4x: 'Aroha' };

it.each([
  ['p4x: wager 10 on 17', { act: 'wager', amount: 1000 }, 'Aroha', 'wagers $10.00 on 17'],
  ['p4x: wager 2.50 on split 17-20', { act: 'wager', amount: 250 }, 'Aroha', 'wagers $2.50 on split 17-20'],
  ['dealer: card Th', { act: 'card' }, 'Dealer', 'deals 10♥'],
  ['dealer: spin 17', { act: 'spin', number: 17 }, 'Dealer', 'spins 17'],
  ['operator: call early by consent of p4x', { act: 'call early' }, 'The house', 'closes betting early: everyone with a wager has asked for it'],
  ['p4x: buy 100 of white at 5', { act: 'buy colour', amount: 10000 }, 'Aroha', 'changes $100.00 into white chips of $5 each'],
  ['p4x: dance', { act: 'dance' }, 'Aroha', 'dance'],
  ['p9: stand on box 1', { act: 'stand', box: 1 }, 'p9', 'stands on box 1'],
])('%s', (line, act, who, what) => {
  expect(saidOf({ line, act }, NAMES)).toEqual({ who, what, isQuiet: false });
});

it('is quiet about time, and about a line without an act', () => {
  expect(saidOf({ line: 'operator: clock 30 seconds', act: { act: 'clock', seconds: 30 } }, {}).isQuiet).toBe(true);
  expect(saidOf({ line: '', act: null }, {}).isQuiet).toBe(true);
});

it('writes cards with their suits, and nothing else', () => {
  expect(withCards('dealer Kh 7c Ad')).toBe('dealer K♥ 7♣ A♦');
  expect(withCards('roll 1-4-6, total 11')).toBe('roll 1-4-6, total 11');
  expect(capital('dealer')).toBe('Dealer');
});
