/** What one may do comes with the frames: it is shown when the round may be, and asked for only where no frame comes. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LayoutView, Legal } from '../api/types';
import { session } from '../session.svelte';
import { TableStore } from './store.svelte';

/** The browser's socket, with the test at its other end. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor(readonly address: string) {
    Line.last = this;
  }
  send(): void {}
  close(): void {}

  says(message: Record<string, unknown>): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  shows(number: number, own: Record<string, unknown> = {}): void {
    this.says({ type: 'acts', entries: [{ number, time: 0, hash: '', line: '' }], number, hash: '', time: 0, began: 0, seal: '', due: null, view, ...own });
  }
}

const view = { round: 1, step: 'wager', betting: true, is_open: true, wagers: [], settled: [], sign: { minimum: 500, maximum: 50_000 }, limits: null };
const asked: string[] = [];
let store: TableStore<LayoutView>;
let line: Line;

function legal(number: number, ...acts: string[]): Legal {
  return { number, round: 1, offers: acts.map((act) => ({ act, role: 'player', fields: {} })), awaits: [], more: false, may_pass: true };
}

beforeEach(() => {
  vi.useFakeTimers();
  session.me = { id: 'me' } as typeof session.me;
  vi.stubGlobal('WebSocket', Line);
  asked.length = 0;
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(String(address).split('/').at(-1) ?? '');
    return new Promise(() => {});
  });
  store = new TableStore<LayoutView>('roulette-1');
  store.start();
  line = Line.last;
  line.says({ type: 'snapshot', table: 'roulette-1', number: 7, hash: '', time: 0, began: 0, seal: '', due: null, view, names: {}, player: 'me', you: null, now: 0, legal: legal(7, 'buy in') });
});

afterEach(() => {
  store.stop();
  vi.useRealTimers();
});

it('asks its socket for it, and the house for nothing', async () => {
  expect(line.address).toContain('?legal=true');
  expect(store.offer('buy in')).toBeDefined();
  line.shows(8, { legal: legal(8, 'wager') });
  line.says({ type: 'you', number: 8, purse: null });
  await vi.advanceTimersByTimeAsync(5000);
  expect([store.offer('buy in'), store.legal?.number]).toEqual([undefined, 8]);
  expect(asked).toEqual([]);
});

it('keeps what it knows where a frame says nothing of it', () => {
  line.shows(8);
  expect(store.legal).toEqual(legal(7, 'buy in'));
});

it('holds it back while a round is in motion', () => {
  store.holdBack();
  line.shows(8, { legal: legal(8, 'cash out') });
  expect(store.offer('cash out')).toBeUndefined();
  store.letGo();
  expect(store.offer('cash out')).toBeDefined();
});

it('tells what is offered after an entry, though its frame comes later', async () => {
  let found = '';
  void store.offerAfter(9, 'buy colour').then((offer) => (found = offer?.act ?? 'none'));
  line.shows(8, { legal: legal(8, 'wager') });
  await vi.advanceTimersByTimeAsync(10);
  expect(found).toBe('');
  line.shows(9, { legal: legal(9, 'buy colour') });
  await vi.advanceTimersByTimeAsync(10);
  expect([found, asked]).toEqual(['buy colour', []]);
});

it('asks the house where the frame does not come', async () => {
  void store.offerAfter(9, 'buy colour');
  await vi.advanceTimersByTimeAsync(1900);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual(['legal']);
});

it('asks at once where the line is broken', async () => {
  line.onclose({ code: 1006, reason: '' });
  void store.offerAfter(9, 'buy colour');
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual(['legal']);
});

it('opens the socket again with the same wish', async () => {
  line.onclose({ code: 1006, reason: '' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(Line.last).not.toBe(line);
  expect(Line.last.address).toContain('?legal=true&company=true&after=7');
});
