import { expect, it } from 'vitest';
import { pieces } from './marked';

it('marks every word that was searched for, whatever its case', () => {
  expect(pieces('The Dealer calls no more bets', ['dealer', 'bets'])).toEqual([
    { text: 'The ', isFound: false },
    { text: 'Dealer', isFound: true },
    { text: ' calls no more ', isFound: false },
    { text: 'bets', isFound: true },
  ]);
});

it('takes signs as signs', () => {
  expect(pieces('D8 3.1(b)', ['3.1(b)'])).toEqual([
    { text: 'D8 ', isFound: false },
    { text: '3.1(b)', isFound: true },
  ]);
  expect(pieces('D8 3x1', ['3.1'])).toEqual([{ text: 'D8 3x1', isFound: false }]);
});

it('prefers the longer of two words that begin alike', () => {
  expect(pieces('wagering', ['wager', 'wagering'])).toEqual([{ text: 'wagering', isFound: true }]);
});
