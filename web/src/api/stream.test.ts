import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableStream, type LineState } from './stream';

/** The browser's side of a socket whose other side does only what a test lets it do. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.OPEN;
  sent: { type: string; act?: unknown; key?: string }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  /** A dead connection never says that it has closed. */
  close(): void {
    this.readyState = 2;
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  get pings(): number {
    return this.sent.filter((each) => each.type === 'ping').length;
  }
}

const SNAPSHOT = { type: 'snapshot', number: 7, now: 0, time: 0, view: {}, names: {} };
const PONG = { type: 'pong', now: 0 };
const nothing = () => undefined;
let lines: LineState[];
let stream: TableStream;
let visibility: DocumentVisibilityState;

function newest(): Socket {
  return Socket.all.at(-1) as Socket;
}

function turn(to: DocumentVisibilityState): void {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Socket.all = [];
  lines = [];
  stream = new TableStream('roulette-1', { line: (state) => lines.push(state), snapshot: nothing, acts: nothing, you: nothing, reality: nothing });
  stream.start();
  newest().tell(SNAPSHOT);
});

afterEach(() => {
  stream.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a half-open socket', () => {
  it('counts as lost after forty seconds of silence, and is opened again after the last number', () => {
    vi.advanceTimersByTime(39_900);
    expect(lines).toEqual(['connecting', 'open']);
    vi.advanceTimersByTime(200);
    expect(lines).toEqual(['connecting', 'open', 'lost']);
    vi.advanceTimersByTime(1_000);
    expect(Socket.all).toHaveLength(2);
    expect(newest().url).toMatch(/roulette-1\/socket\?after=7$/);
    newest().tell(SNAPSHOT);
    expect(lines.at(-1)).toBe('open');
  });

  it('asks again, with the same key, for what was never answered', () => {
    void stream.act({ act: 'no more bets' });
    const asked = newest().sent.at(-1);
    vi.advanceTimersByTime(41_000);
    newest().tell(SNAPSHOT);
    expect(Socket.all).toHaveLength(2);
    expect(newest().sent).toEqual([asked]);
  });

  it('may be one that never opened', () => {
    newest().onclose?.({ code: 1006, reason: '' });
    vi.advanceTimersByTime(1_000);
    expect(Socket.all).toHaveLength(2);
    vi.advanceTimersByTime(42_000);
    expect(Socket.all).toHaveLength(3);
  });
});

it('does not come back to a table that has been taken away', () => {
  newest().onclose?.({ code: 4404, reason: 'This table has been removed.' });
  vi.advanceTimersByTime(60_000);
  turn('visible');
  expect(Socket.all).toHaveLength(1);
  expect(lines.at(-1)).toBe('gone');
});

it('answers what waits and what is still asked of a table that has been taken away', async () => {
  const asked = stream.act({ act: 'no more bets' } as never);
  newest().onclose?.({ code: 4404, reason: 'This table has been removed.' });
  const late = stream.act({ act: 'no more bets' } as never);
  for (const answer of [await asked, await late]) expect(answer).toMatchObject({ ok: false, fault: { code: 'no_such_table' } });
});

it('is kept while every ping is answered, however quiet the table is', () => {
  for (let minute = 0; minute < 10; minute++) {
    vi.advanceTimersByTime(30_000);
    newest().tell(PONG);
    vi.advanceTimersByTime(30_000);
    newest().tell(PONG);
  }
  expect(newest().pings).toBe(20);
  expect(lines).toEqual(['connecting', 'open']);
});

it('takes anything that is heard for an answer', () => {
  vi.advanceTimersByTime(30_000);
  newest().tell({ type: 'you', purse: null });
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual(['connecting', 'open']);
});

describe('a device that wakes up', () => {
  it('finds out within seconds that its socket is dead', () => {
    turn('hidden');
    expect(newest().pings).toBe(0);
    turn('visible');
    expect(newest().pings).toBe(1);
    vi.advanceTimersByTime(3_000);
    expect(lines.at(-1)).toBe('lost');
    vi.advanceTimersByTime(1_000);
    expect(Socket.all).toHaveLength(2);
  });

  it('keeps a socket that answers', () => {
    turn('hidden');
    turn('visible');
    newest().tell(PONG);
    vi.advanceTimersByTime(5_000);
    expect(lines).toEqual(['connecting', 'open']);
  });

  it('looks the same way when the network comes back', () => {
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(3_000);
    expect(lines.at(-1)).toBe('lost');
  });

  it('does not wait for the next try', () => {
    newest().onclose?.({ code: 1006, reason: '' });
    turn('visible');
    expect(Socket.all).toHaveLength(2);
  });

  it('does nothing once the page has left the table', () => {
    stream.stop();
    turn('visible');
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });
});
