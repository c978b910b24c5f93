import { describe, expect, it } from 'vitest';
import { checkRound, hasHeld, type Check, type CheckName, type OwnReceipt, type Published } from './check';
import { hashAfter } from './journal';
import { GAMES, recordedRound } from './recorded';

function check(published: Published, receipts: readonly OwnReceipt[], name: CheckName): Check {
  return checkRound(published, receipts).find((each) => each.name === name)!;
}

function codes(published: Published, receipts: readonly OwnReceipt[], name: CheckName): [string, number | null][] {
  return check(published, receipts, name).findings.map((each) => [each.code, each.entry]);
}

function withEntry(published: Published, at: number, change: { text?: string; hash?: string }): Published {
  return { ...published, entries: published.entries.map((entry, place) => (place === at ? { ...entry, ...change } : entry)) };
}

/** As a house would that wrote its journal anew: every hash made again, so that the chain by itself shows nothing. */
function rewritten(published: Published): Published {
  let previous = published.before;
  const entries = published.entries.map(({ text }) => {
    previous = hashAfter(published.table, previous, text)!;
    return { text, hash: previous };
  });
  return { ...published, entries };
}

function otherDigit(digit: string): string {
  return digit === '0' ? '1' : '0';
}

function flipped(text: string, at: number): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
}

describe.each(GAMES)('a round of %s, recorded from a server', (game) => {
  const { published, receipts } = recordedRound(game);
  const last = published.entries.length - 1;
  const placeOf = (pattern: RegExp) => published.entries.findIndex((entry, at) => at > 0 && pattern.test(entry.text));

  it('holds in every part', () => {
    const checks = checkRound(published, receipts);
    expect(checks.map((each) => [each.name, each.verdict])).toEqual([
      ['chain', 'held'], ['receipts', 'held'], ['nonces', 'held'], ['seal', 'held'], ['draws', 'held'],
    ]);
    expect(hasHeld(checks)).toBe(true);
    expect(check(published, receipts, 'chain').count).toBe(published.entries.length);
    expect(check(published, receipts, 'receipts').count).toBe(receipts.length);
    expect(check(published, receipts, 'draws').count).toBe(published.draws.length);
  });

  it('names the entry of a flipped byte anywhere in any line', () => {
    published.entries.forEach((entry, place) => {
      for (let at = 0; at < entry.text.length; at++) {
        const found = codes(withEntry({ ...published, draws: [] }, place, { text: flipped(entry.text, at) }), receipts, 'chain');
        expect(found).toContainEqual(['broken', published.first + place]);
        expect(found.every(([, number]) => number === published.first + place || number === published.first + place + 1)).toBe(true);
      }
    });
  });

  it('names the entry of a flipped digit in any hash', () => {
    published.entries.forEach((entry, place) => {
      const hash = otherDigit(entry.hash.charAt(0)) + entry.hash.slice(1);
      expect(codes(withEntry(published, place, { hash }), [], 'chain')).toContainEqual(['broken', published.first + place]);
    });
  });

  it('names an entry out of place, and one left out', () => {
    const [one, other] = [published.entries[1]!, published.entries[2]!];
    const swapped = { ...published, entries: published.entries.map((each) => (each === one ? other : each === other ? one : each)) };
    for (const altered of [swapped, rewritten(swapped)]) {
      const found = codes(altered, receipts, 'chain');
      expect(found).toContainEqual(['misnumbered', published.first + 1]);
      expect(found).toContainEqual(['misnumbered', published.first + 2]);
    }
    const short = rewritten({ ...published, entries: published.entries.filter((each) => each !== other) });
    expect(codes(short, receipts, 'chain')).toContainEqual(['misnumbered', published.first + 2]);
  });

  it('shows by the receipts that a journal was written anew, where the chain cannot', () => {
    const altered = rewritten(withEntry(published, 1, { text: published.entries[1]!.text.replace(/T(\d\d):(\d\d):(\d\d)Z/, 'T00:00:00Z') }));
    const times = codes(altered, receipts, 'chain').map(([code]) => code);
    expect(times.every((code) => code === 'back_in_time')).toBe(true);
    const kept = receipts.filter((each) => each.number > published.first);
    expect(codes(altered, receipts, 'receipts')).toEqual(kept.map((each) => ['receipt_differs', each.number]));
  });

  it('names a nonce of one’s own that was exchanged', () => {
    const at = placeOf(/ nonce /);
    const text = published.entries[at]!.text.replace(/ nonce (.)/, (_, digit: string) => ` nonce ${otherDigit(digit)}`);
    const altered = rewritten(withEntry(published, at, { text }));
    expect(codes(altered, receipts, 'nonces')).toEqual([['nonce_differs', published.first + at]]);
    expect(check(altered, receipts, 'chain').verdict).toBe('held');
    expect(check(altered, [], 'draws').verdict).toBe('failed');
  });

  it('names a secret that is not the sealed one, and one that is not there', () => {
    const { text } = published.entries[last]!;
    const other = rewritten(withEntry(published, last, { text: text.replace(/ reveal (.)/, (_, digit: string) => ` reveal ${otherDigit(digit)}`) }));
    expect(codes(other, [], 'seal')).toEqual([['seal_differs', published.first + last]]);
    const none = rewritten(withEntry(published, last, { text: text.replace(/ reveal [0-9a-f]{128}/, '') }));
    expect(codes(none, [], 'seal')).toEqual([['not_revealed', published.first + last]]);
    const lost = rewritten(withEntry(published, last, { text: text.replace(/ reveal [0-9a-f]{128}/, ' secret lost') }));
    expect(check(lost, [], 'seal')).toMatchObject({ verdict: 'absent', findings: [{ code: 'secret_lost' }] });
  });

  it('names a seal that is not there, and another in its place', () => {
    const { text } = published.entries[0]!;
    const none = rewritten(withEntry(published, 0, { text: text.replace(/ seal [0-9a-f]{64}/, '') }));
    expect(codes(none, [], 'seal')).toEqual([['no_seal', published.first + last]]);
    const other = rewritten(withEntry(published, 0, { text: text.replace(/ seal (.)/, (_, digit: string) => ` seal ${otherDigit(digit)}`) }));
    expect(codes(other, [], 'seal')).toEqual([['seal_differs', published.first + last]]);
  });

  it('names a second seal while the first is open', () => {
    const seal = /seal ([0-9a-f]{64})/.exec(published.entries[last]!.text)![0];
    const altered = rewritten(withEntry(published, 1, { text: `${published.entries[1]!.text} ${seal}` }));
    expect(codes(altered, [], 'seal')).toContainEqual(['second_seal', published.first + 1]);
  });

  it('names every outcome that is not the one drawn, with the one that was', () => {
    for (const drawn of published.draws) {
      const place = drawn.number - published.first;
      const came = drawn.weights.find((each) => published.entries[place]!.text.includes(`: ${each.words} #`))!.words;
      const instead = drawn.weights.find((each) => each.words !== came)!.words;
      const altered = rewritten(withEntry(published, place, { text: published.entries[place]!.text.replace(came, instead) }));
      expect(check(altered, [], 'draws').findings).toContainEqual(
        expect.objectContaining({ code: 'drawn_otherwise', entry: drawn.number, facts: expect.objectContaining({ came: instead, due: came }) }),
      );
    }
  });

  it('names chances that are none, an outcome that is none of them, and one that is kept back', () => {
    const [drawn] = published.draws;
    const place = drawn!.number - published.first;
    const came = drawn!.weights.findIndex((each) => published.entries[place]!.text.includes(`: ${each.words} #`));
    const rest = published.draws.slice(1);
    const without = { ...drawn!, weights: drawn!.weights.filter((_, at) => at !== came) };
    expect(codes({ ...published, draws: [without, ...rest] }, [], 'draws')).toContainEqual(['not_an_outcome', drawn!.number]);
    const heavy = { ...drawn!, weights: drawn!.weights.map((each, at) => (at === came ? { ...each, numerator: each.numerator + 1n } : each)) };
    expect(codes({ ...published, draws: [heavy, ...rest] }, [], 'draws')).toContainEqual(['bad_weights', drawn!.number]);
    if (rest.length) expect(codes({ ...published, draws: rest }, [], 'draws')).toContainEqual(['undrawn', drawn!.number]);
  });

  it('says what it cannot check', () => {
    expect(check(published, [], 'receipts')).toMatchObject({ verdict: 'absent', findings: [{ code: 'no_receipts' }] });
    expect(check(published, [], 'nonces')).toMatchObject({ verdict: 'absent', findings: [{ code: 'no_nonces' }] });
    const elsewhere = receipts.map((each) => ({ ...each, table: 'another' }));
    expect(check(published, elsewhere, 'receipts').verdict).toBe('absent');
    const bare = (text: string) => text.replace(/ reveal [0-9a-f]{128}/, '').replace(/ seal [0-9a-f]{64}/, '');
    const open = rewritten({ ...published, entries: published.entries.map(({ text, hash }) => ({ text: bare(text), hash })), draws: [] });
    expect(check(open, [], 'seal')).toMatchObject({ verdict: 'absent', findings: [{ code: 'not_sealed' }] });
    expect(check(open, [], 'draws')).toMatchObject({ verdict: 'absent', findings: [{ code: 'not_sealed' }] });
  });
});
