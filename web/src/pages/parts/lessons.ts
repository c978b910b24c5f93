/** How each game is played, in a few steps: which clauses tell it, and what is drawn beside them. The sentences are the rulebook's. */

export type Picture = 'chips' | 'bell' | 'game' | 'paid' | 'cards' | 'decide' | 'dealer' | 'ace';
export interface LessonStep {
  /** Its name: a key of `words.learn.steps`. */
  step: string;
  picture: Picture;
  clauses: readonly string[];
}
export interface Lesson {
  division: string;
  steps: readonly LessonStep[];
}

export const LESSONS: Readonly<Record<string, Lesson>> = {
  roulette: {
    division: 'D8',
    steps: [
      { step: 'place', picture: 'chips', clauses: ['D8 3.3', 'D8 3.1'] },
      { step: 'call', picture: 'bell', clauses: ['D8 4.3', 'D8 3.6(a)'] },
      { step: 'ball', picture: 'game', clauses: ['D8 4.2', 'D8 4.4(a)'] },
      { step: 'paid', picture: 'paid', clauses: ['D8 4.5(a)', 'D8 3.9', 'D8 3.10'] },
    ],
  },
  blackjack: {
    division: 'D2',
    steps: [
      { step: 'wager', picture: 'chips', clauses: ['D2 5.1', 'D2 5.1(b)', 'D2 5.1(f)'] },
      { step: 'deal', picture: 'cards', clauses: ['D2 8.2(a)', 'D2 8.2(b)', 'D2 8.2(c)'] },
      { step: 'decide', picture: 'decide', clauses: ['D2 8.3', 'D2 13.1(d)', 'D2 11.1', 'D2 12.1'] },
      { step: 'insure', picture: 'ace', clauses: ['D2 9.1', 'D2 9.4'] },
      { step: 'dealer', picture: 'dealer', clauses: ['D2 8.5', 'D2 13.3'] },
      { step: 'paid', picture: 'paid', clauses: ['D2 5.1(a)', 'D2 5.1(e)', 'D2 10.1'] },
    ],
  },
  'tai-sai': {
    division: 'D9',
    steps: [
      { step: 'place', picture: 'chips', clauses: ['D9 3.2', 'D9 4.1(a)(i)', 'D9 4.1(b)(i)'] },
      { step: 'dice', picture: 'game', clauses: ['D9 6'] },
      { step: 'lights', picture: 'bell', clauses: ['D9 3.3(b)', 'D9 4.1(f)(i)'] },
      { step: 'paid', picture: 'paid', clauses: ['D9 4.10 (amendment 6.4)'] },
    ],
  },
  'money-wheel': {
    division: 'D10',
    steps: [
      { step: 'place', picture: 'chips', clauses: ['D10 3.1', 'D10 3.2'] },
      { step: 'call', picture: 'bell', clauses: ['D10 4.3', 'D10 3.5(a)'] },
      { step: 'wheel', picture: 'game', clauses: ['D10 4.2', 'D10 4.4(a)'] },
      { step: 'paid', picture: 'paid', clauses: ['D10 3.1(a)', 'D10 3.8'] },
    ],
  },
};
