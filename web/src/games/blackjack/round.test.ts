import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announcer } from '../../announcer.svelte';
import type { Acts, BlackjackView, HandShown } from '../../api/types';
import { session } from '../../session.svelte';
import { settings } from '../../settings.svelte';
import { TableStore } from '../../table/store.svelte';
import { offeredBy } from './offers';
import recorded from './recorded.json';
import { positionWords, totalWords, turnWords } from './say';
import { besides, bettorsOn, dealingOrder, dealtBy, handScene, hiddenOf, linesOf, nextPrizes, resultOf } from './scene';
import { Show } from './show.svelte';

const messages = recorded.messages as unknown as (Acts & { view: BlackjackView })[];
const at = (number: number) => messages.find((each) => each.number === number) as Acts & { view: BlackjackView };
const last = at(23);

describe('what is seen of a table', () => {
  it('finds where each card went, in the order of the deal', () => {
    const dealt = at(14);
    expect(dealingOrder(dealt.view.shown, dealtBy(dealt.entries))).toEqual(['3-0', '5-0', '0-0', '3-0', '5-0']);
    expect(dealingOrder(at(19).view.shown, dealtBy(at(19).entries))).toEqual(['3-0', '3-1']);
    expect(dealingOrder(last.view.shown, dealtBy(last.entries))).toEqual(['0-0', '0-0']);
  });

  it('keeps a total back until its cards lie there', () => {
    const { shown } = at(14).view;
    const hand = shown.boxes[0]?.hands[0] as HandShown;
    const hidden = hiddenOf(['3-0', '5-0', '3-0']);
    expect(hidden).toEqual({ '3-0': 2, '5-0': 1 });
    expect(handScene(3, hand, hidden)).toMatchObject({ cards: [], isComplete: false });
    expect(handScene(3, hand, { '3-0': 1 }).cards).toEqual([{ rank: '7', suit: 'h' }]);
    expect(handScene(3, hand, {})).toMatchObject({ key: '3-0', isComplete: true });
  });

  it('says who has chips on a shared box, and who decides', () => {
    expect(bettorsOn(at(8).view, 3)).toEqual([
      { player: 'pme', amount: 1000, decides: true },
      { player: 'pother', amount: 1500, decides: false },
    ]);
    expect(bettorsOn(at(15).view, 3)[0]).toEqual({ player: 'pme', amount: 2000, decides: true });
    expect(bettorsOn(at(8).view, 4)).toEqual([]);
  });

  it('gives every hand its own result', () => {
    const lines = linesOf(last.view);
    expect(resultOf(lines, 3, 0, 'pme')).toEqual({ outcome: 'win', net: 1000 });
    expect(resultOf(lines, 3, 1, 'pme')).toEqual({ outcome: 'lose', net: -1000 });
    expect(resultOf(lines, 5, 0, 'pme')).toEqual({ outcome: 'stand off', net: null });
    expect(resultOf(lines, 4, 0, 'pme')).toBeNull();
    expect(besides(lines, 3, 'pme').map((each) => each.pays)).toEqual([10000]);
    expect(besides(lines, 3, 'pother')).toEqual([]);
  });

  it('groups the prizes of the next seven, the rarest first', () => {
    const sevens = at(14).view.shown.boxes[0]?.sevens;
    expect(nextPrizes(sevens?.next ?? [])).toEqual([{ pays: '500 to 1', suits: ['c', 'd', 'h', 's'] }]);
    const one = ['50 to 1', '100 to 1', '50 to 1', '50 to 1'].map((pays, suit) => ({ suit: 'cdhs'[suit] ?? '', pays }));
    expect(nextPrizes(one)).toEqual([
      { pays: '100 to 1', suits: ['d'] },
      { pays: '50 to 1', suits: ['c', 'h', 's'] },
    ]);
  });

  it.each([
    [{ total: 17, is_soft: true }, 'soft 17'],
    [{ total: 21, is_soft: true, is_blackjack: true }, 'Blackjack'],
    [{ total: 24, is_bust: true }, 'Bust 24'],
    [{ total: 12 }, '12'],
  ])('calls %j %s', (hand, called) => {
    expect(totalWords(hand as HandShown)).toBe(called);
  });

  it.each([
    ['box', 'Box 3, wager'],
    ['double b', 'Box 3, double, hand b'],
    ['split c', 'Box 3, split, hand c'],
    ['super sevens', 'Box 3, Super Sevens'],
  ])('names the position %s', (kind, called) => {
    expect(positionWords({ kind, numbers: [3] })).toBe(called);
  });

  it('asks for a decision in one sentence', () => {
    const offered = offeredBy({ offers: ['draw', 'stand', 'split'].map((act) => ({ act, role: 'player', fields: { box: { choices: [3] } } })) } as never);
    expect(turnWords(at(14).view, offered)).toBe('Your decision. Box 3: 14 against six of clubs. Hit, Stand or Split.');
    expect(turnWords(at(19).view, offered)).toBe('Your decision. Box 3, hand b: 17 against six of clubs. Hit, Stand or Split.');
  });
});

describe('a recorded round', () => {
  beforeEach(() => {
    settings.motion = 'off';
    session.me = { id: recorded.me } as typeof session.me;
    announcer.said = [];
    // No house is there to be asked: what is shown comes from the messages alone.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
  });

  async function played(until: number): Promise<Show> {
    const store = new TableStore<BlackjackView>('blackjack-1');
    store.me = recorded.me;
    const show = new Show(store);
    for (const message of messages.filter((each) => each.number <= until)) {
      store.heardActs(message);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
    return show;
  }

  it('is told as it is dealt', async () => {
    await played(19);
    expect(announcer.said).toEqual([
      'No more bets',
      'Box 3: seven of hearts, seven of diamonds, 14. Dealer shows six of clubs.',
      'Box 3, hand a: seven of hearts, four of spades, 11.',
      'Box 3, hand a: seven of hearts, four of spades, king of diamonds, 21. Box 3, hand b: seven of diamonds, ten of diamonds, 17.',
    ]);
  });

  it('ends in the words of the ledger', async () => {
    const show = await played(23);
    expect(show.isOver).toBe(true);
    expect(announcer.said.at(-1)).toBe(
      'Dealer: six of clubs, five of hearts, eight of spades, 19. Super Sevens on box 3 wins, pays $100.00. ' +
        'Box 3, wager wins, pays $10.00. Box 3, split, hand b loses. +$100.00, won $110.00, lost $10.00',
    );
  });

  it('lays the cards one after the other where things move', async () => {
    vi.useFakeTimers();
    settings.motion = 'auto';
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const store = new TableStore<BlackjackView>('blackjack-1');
    store.me = recorded.me;
    const show = new Show(store);
    for (const message of messages.filter((each) => each.number <= 14)) store.heardActs(message);
    const seen: number[] = [];
    for (let card = 0; card < 30; card += 1) {
      const left = Object.values(show.hidden).reduce((sum, each) => sum + each, 0);
      if (show.isDealing && seen.at(-1) !== left) seen.push(left);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(seen).toEqual([4, 3, 2, 1, 0]);
    expect([show.isBusy, show.isDealing, show.view?.shown.turn?.box]).toEqual([false, false, 3]);
    vi.useRealTimers();
  });
});
