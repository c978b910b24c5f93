import { describe, expect, it } from 'vitest';
import type { Entry, Foreseen, Session, TournamentShown } from '../../tournament/types';
import { partsOf, type Standing } from './outlook';

const NAMES: Record<string, string> = { pana: 'Ana', pben: 'Ben', pcid: 'Cid' };
const RULE = { clause: 'D7 3.3(d)', ruling: null };

function entry(player: string, more: Partial<Entry> = {}): Entry {
  return { player, status: 'player', notified: true, paid: 2000, refunded: 0, rule: null, working: '', stage: 0, has_chips: false, chip_money: 0, holding: 0, redeemed: 0, ...more } as Entry;
}
function session(number: number, more: Partial<Session> = {}): Session {
  return { number, stage: 1, seats: ['pana', 'pben'], chips: 50_000, play_off: false, begun: false, tally: null, record: '', ...more } as Session;
}
const standing: Standing = {
  view: { phase: 'play', starts: 1000, pool: 6000, director_present: true, sessions: [session(1)] } as unknown as TournamentShown['view'],
  entries: ['pana', 'pben', 'pcid'].map((each) => entry(each)),
  nameOf: (person) => NAMES[person] ?? person,
  named: (text) => text,
  workingOf: (_player, working) => working,
};
const NOTHING: Foreseen = {
  phase: 'play', starts: 1000, director_present: true, pool: 6000, entries: [], sessions: [], gone: [], to_seat: 0,
  through: [], not_through: [], tied: [], lots: [], remarks: [], placings: [], awards: [], moved: [], due: [],
} as unknown as Foreseen;

function said(change: Partial<Foreseen>): Record<string, string[]> {
  return Object.fromEntries(partsOf({ ...NOTHING, ...change } as Foreseen, standing).map((each) => [each.title, each.lines.map((line) => line.text)]));
}

describe('what an act would do', () => {
  it('says that no money moves where none does', () => {
    expect(said({})).toEqual({ Money: ['No money moves'] });
  });

  it('puts those who share a fate into one line, and equal refunds too', () => {
    const home = ['pana', 'pben', 'pcid'].map((each) => entry(each, { status: 'sent home', rule: RULE, working: 'too few' } as Partial<Entry>));
    const moved = ['pana', 'pben', 'pcid'].map((each) => ({ debit: 'pool:cup', credit: `wallet:${each}`, amount: 2000 }));
    expect(said({ phase: 'did not proceed', entries: home, moved, pool: 0 })).toEqual({
      Tournament: ['The tournament does not proceed'],
      People: ['Ana, Ben, Cid (3): sent home (too few)'],
      Money: ['Ana, Ben, Cid +$20.00 each', 'The pool then holds $0.00'],
    });
  });

  it('leaves out whose entry changes in nothing that anybody asks about', () => {
    expect(said({ entries: [entry('pana', { has_chips: true })] }).People).toBeUndefined();
  });

  it('tells of tables that open, wait again, are drawn or played off', () => {
    expect(said({ sessions: [session(1, { begun: true })] }).Tables).toEqual(['Session 1 starts. Its table opens for Ana, Ben, with $500.00 each.']);
    expect(said({ sessions: [session(2, { seats: ['', '', '', ''] })], to_seat: 4 }).Tables).toEqual(['Session 2: a table of 4', '4 players get their seats by lot']);
    expect(said({ sessions: [session(3, { play_off: true })], gone: [1] }).Tables).toEqual(['Session 3 · Play-off: Ana, Ben', 'Session 1 is removed']);
  });

  it('names places with their prizes, and who moves up', () => {
    const change = {
      through: [{ player: 'pben', rule: RULE, working: 'second of 6 with 540' }],
      not_through: ['pana', 'pcid'],
      placings: [{ place: 1, players: ['pben'], rule: RULE, working: '' }, { place: 2, players: ['pcid'], rule: RULE, working: '' }],
      awards: [{ player: 'pben', place: 1, money: 6000, goods: '', rule: RULE, working: '' }],
    } as unknown as Partial<Foreseen>;
    expect(said(change)).toMatchObject({
      Qualifiers: ['Ben: second of 6 with 540', 'No longer qualified: Ana'],
      'Places and prizes': ['1st Ben: $60.00', '2nd Cid: no prize'],
    });
  });

  it('tells of lots that would be drawn, and of figures that somebody should look at', () => {
    expect(said({ lots: ['pana', 'pben'], remarks: ['pana $2001: more than the $2000 that 1 rounds can make of $1000.'] })).toMatchObject({
      Qualifiers: ['Tied, decided by lot: Ana, Ben'],
      'Please check': ['pana $2001: more than the $2000 that 1 rounds can make of $1000.'],
    });
  });
});
