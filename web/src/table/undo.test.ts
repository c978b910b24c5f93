/** Undo on a line whose receipts come before the entries, as they do while the server looks up a name. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { LayoutView } from '../api/types';
import { session } from '../session.svelte';
import { Bets } from './bets.svelte';
import { TableStore } from './store.svelte';

const RED = { kind: 'red', numbers: [] };
interface Sent {
  key: string;
  act: { act: string; amount?: number };
}

/** The browser's socket, with the test at its other end. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  readonly sent: Sent[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {}

  /** What the page asked for since, as soon as it has nothing more to do. */
  async asked(): Promise<Sent[]> {
    await new Promise((done) => setTimeout(done));
    return this.sent.splice(0);
  }
  says(message: Record<string, unknown>): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  accepts({ key }: Sent, number: number): void {
    this.says({ type: 'receipt', key, table: 'roulette-1', number, hash: '', time: 0 });
  }
  shows(number: number, stake: number): void {
    this.says({ type: 'acts', entries: [{ number, time: 0, hash: '', line: '' }], number, hash: '', time: 0, began: 0, seal: '', due: null, view: view(stake) });
  }
}

function view(stake: number): Partial<Record<keyof LayoutView, unknown>> {
  const wagers = stake ? [{ player: 'me', position: RED, stake, chips: 'value' }] : [];
  return { round: 1, step: 'wager', betting: true, is_open: true, wagers, settled: [], sign: { minimum: 500, maximum: 50_000 }, limits: null };
}

function table(stake: number): { line: Line; bets: Bets } {
  const store = new TableStore<LayoutView>('roulette-1');
  store.start();
  const line = Line.last;
  line.says({ type: 'snapshot', table: 'roulette-1', number: 7, hash: '', time: 0, began: 0, seal: '', due: null, view: view(stake), names: {}, player: 'me', you: null, now: 0 });
  return { line, bets: new Bets(store) };
}

/** A chip on top of another, whose undo is asked for when its receipt is there and the chip is not seen yet. */
async function undoneAtOnce(): Promise<{ line: Line; bets: Bets }> {
  const { line, bets } = table(500);
  void bets.place(RED, 500);
  const [wager] = await line.asked();
  line.accepts(wager as Sent, 8);
  void bets.undo();
  return { line, bets };
}

/** The wager comes back whole, and what lay there before goes down again. */
async function asksBack(line: Line, rest: number): Promise<void> {
  expect((await line.asked()).map(({ act }) => [act.act, act.amount])).toEqual([['withdraw', undefined], ['wager', rest]]);
}

beforeEach(() => {
  session.me = { id: 'me' } as typeof session.me;
  vi.stubGlobal('WebSocket', Line);
  // No house is there to be asked what may be done.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('takes back the last chip only, though its receipt is there before the chip is seen', async () => {
  const { line } = await undoneAtOnce();
  expect(await line.asked()).toEqual([]);
  line.shows(8, 1000);
  await asksBack(line, 500);
});

it('knows what lies there by the last message of a long resume, and not by its first', async () => {
  const { line } = await undoneAtOnce();
  line.says({ type: 'acts', entries: [{ number: 8, time: 0, hash: '', line: '' }], number: 8, hash: '', time: 0, began: 0, seal: '', resumed: true });
  expect(await line.asked()).toEqual([]);
  line.shows(9, 1000);
  await asksBack(line, 500);
});

it('waits for a chip that is put down meanwhile, too: that is the last one then', async () => {
  const { line, bets } = await undoneAtOnce();
  expect(await line.asked()).toEqual([]);
  void bets.place(RED, 1000);
  const [another] = await line.asked();
  line.shows(8, 1000);
  expect(await line.asked()).toEqual([]);
  line.accepts(another as Sent, 9);
  line.shows(9, 2000);
  await asksBack(line, 1000);
});

it('undoes chip by chip, however quickly it is asked for', async () => {
  const { line, bets } = table(0);
  for (const [number, stake] of [[8, 500], [9, 1000]] as const) {
    void bets.place(RED, 500);
    const [wager] = await line.asked();
    line.accepts(wager as Sent, number);
    line.shows(number, stake);
  }
  void bets.undo();
  void bets.undo();
  const [back, again] = (await line.asked()) as [Sent, Sent];
  line.accepts(back, 10);
  line.accepts(again, 11);
  expect(await line.asked()).toEqual([]);
  line.shows(10, 0);
  expect(await line.asked()).toEqual([]);
  line.shows(11, 500);
  expect((await line.asked()).map(({ act }) => [act.act, act.amount])).toEqual([['withdraw', undefined]]);
});
