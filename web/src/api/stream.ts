/**
 * A table's socket, or a tournament's: a snapshot, then numbered entries without a gap. When the line breaks it is opened again after the
 * last number, and requests that got no answer are sent again with the same keys: the server does each of them once.
 */
import { newKey } from './client';
import type { Act, Acts, Fault, Phrase, Receipt, ServerMessage, Snapshot } from './types';

export type LineState = 'connecting' | 'open' | 'lost' | 'gone' | 'closed';
export type ActAnswer = { ok: true; receipt: Receipt } | { ok: false; fault: Fault };

export interface Listener {
  line(state: LineState, reason: string): void;
  snapshot(message: Snapshot): void;
  acts(message: Acts): void;
  you(message: Extract<ServerMessage, { type: 'you' }>): void;
  reality(message: Extract<ServerMessage, { type: 'reality' }>): void;
  company?(message: Extract<ServerMessage, { type: 'company' | 'said' | 'not_said' }>): void;
}

interface Waiting {
  key: string;
  text: string;
  done: (answer: ActAnswer) => void;
}

const PING_MILLISECONDS = 30_000;
/** A ping is answered within this time, or the connection is lost: together, 40 seconds of silence. */
const ANSWER_MILLISECONDS = 10_000;
/** After sleep, or when the network has changed, nobody should wait as long as that. */
const WAKE_ANSWER_MILLISECONDS = 3_000;
/** From opening the socket to the first message. */
const OPEN_MILLISECONDS = 40_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** The server takes 20 messages a second, and 40 at once. */
const AT_ONCE = 30;
const A_SECOND = 15;
const SESSION_OVER = 1008;
/** The table has been taken away: nobody comes back to it. */
const GONE = 4404;
const TAKEN_AWAY: Fault = { rule: 'house: tables', code: 'no_such_table', why: '', clause: '', help: '' };

export class TableStream {
  /** Milliseconds to add to this machine's clock to get the server's. */
  offset = 0;
  private socket: WebSocket | null = null;
  private last: number | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private unsent: string[] = [];
  private left = AT_ONCE;
  private refilled = Date.now();
  private sender: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private isStopped = true;
  private isGone = false;
  private isBegun = false;
  private readonly wake = () => this.lookAgain();
  private readonly shown = () => {
    if (document.visibilityState === 'visible') this.lookAgain();
  };

  constructor(
    readonly table: string,
    private readonly listener: Listener,
    private readonly kind: 'tables' | 'tournaments' = 'tables',
    /** What else is to come with each frame: what one may do, or what comes next in an office. */
    private readonly wants: Readonly<Record<string, string>> = {},
  ) {}

  start(): void {
    this.isStopped = false;
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.shown);
    this.open();
  }

  stop(): void {
    this.isStopped = true;
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.shown);
    this.drop();
    this.listener.line('closed', '');
  }

  /** Begin anew, as whoever one is now: after signing in or out. */
  restart(): void {
    if (this.isStopped) return;
    this.drop();
    this.last = null;
    this.open();
  }

  get unanswered(): number {
    return this.waiting.size;
  }

  act(act: Act, more: { nonce?: string; round?: number } = {}): Promise<ActAnswer> {
    const key = newKey();
    const text = JSON.stringify({ type: 'act', act, key, ...more });
    return new Promise((done) => {
      if (this.isGone) return done({ ok: false, fault: TAKEN_AWAY });
      this.waiting.set(key, { key, text, done });
      this.send(text);
    });
  }

  /** A phrase to the table. One that the line loses is lost: nobody waits for it. */
  say(phrase: Phrase): void {
    if (this.isBegun) this.send(JSON.stringify({ type: 'say', phrase }));
  }

  private open(): void {
    clearTimeout(this.again);
    this.isGone = false;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ ...this.wants, ...(this.last === null ? {} : { after: String(this.last) }) }).toString();
    const path = `/api/v1/${this.kind}/${this.table}/socket${query && `?${query}`}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.deadline);
      this.heard(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code, event.reason);
    };
    this.expect(OPEN_MILLISECONDS);
    if (this.tries === 0 && this.last === null) this.listener.line('connecting', '');
  }

  /** Something must be heard within this time: a half-open socket never closes by itself. */
  private expect(milliseconds: number): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.closed(0, ''), milliseconds);
  }

  private ping(answerMilliseconds: number): void {
    this.send('{"type":"ping"}');
    this.expect(answerMilliseconds);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.isBegun = false;
    clearTimeout(this.again);
    clearTimeout(this.deadline);
    clearTimeout(this.sender);
    clearInterval(this.pinger);
    this.sender = undefined;
    this.unsent = [];
    socket?.close();
  }

  private closed(code: number, reason: string): void {
    this.drop();
    if (this.isStopped) return;
    if (code === GONE) return this.gone();
    this.listener.line('lost', reason);
    if (code === SESSION_OVER) this.tries = Math.max(this.tries, 3);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.again = setTimeout(() => this.open(), wait);
  }

  /** Nothing that was asked will be answered any more. */
  private gone(): void {
    this.isGone = true;
    this.stop();
    this.listener.line('gone', '');
    for (const key of [...this.waiting.keys()]) this.answered(key, { ok: false, fault: TAKEN_AWAY });
  }

  /** The device woke up or the network changed: the socket may be dead although nothing has closed it. */
  private lookAgain(): void {
    if (this.isStopped) return;
    if (this.socket === null) this.open();
    else if (this.isBegun) this.ping(WAKE_ANSWER_MILLISECONDS);
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.setClock(message.now);
        this.last = message.number;
        this.listener.snapshot(message);
        return this.begun();
      case 'acts':
        return this.heardActs(message);
      case 'you':
        return this.listener.you(message);
      case 'receipt': {
        const { type: _type, key, ...receipt } = message;
        return this.answered(key, { ok: true, receipt });
      }
      case 'refused':
        return this.answered(message.key, { ok: false, fault: message.refusal });
      case 'reality':
        return this.listener.reality(message);
      case 'company':
      case 'said':
      case 'not_said':
        return this.listener.company?.(message);
      case 'pong':
        return this.setClock(message.now);
      case 'error':
        // Only a page that is older than the server sends what the server does not know.
        return console.warn(message.refusal.why);
    }
  }

  private heardActs(message: Acts): void {
    const first = message.entries[0];
    if (!message.resumed && first && this.last !== null && first.number !== this.last + 1) {
      this.send(JSON.stringify({ type: 'resume', after: this.last }));
      return;
    }
    this.last = message.number;
    this.listener.acts(message);
    if (message.resumed) this.begun();
  }

  /** The line stands: whatever was not answered is asked again. */
  private begun(): void {
    this.tries = 0;
    this.isBegun = true;
    this.listener.line('open', '');
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.ping(ANSWER_MILLISECONDS), PING_MILLISECONDS);
    this.unsent = [];
    for (const each of this.waiting.values()) this.send(each.text);
  }

  private setClock(now: number): void {
    this.offset = now * 1000 + 500 - Date.now();
  }

  private answered(key: string, answer: ActAnswer): void {
    const found = this.waiting.get(key);
    this.waiting.delete(key);
    found?.done(answer);
  }

  private send(text: string): void {
    this.unsent.push(text);
    this.flush();
  }

  /** In order, and never faster than the server listens. */
  private flush(): void {
    if (this.sender !== undefined) return;
    const now = Date.now();
    this.left = Math.min(AT_ONCE, this.left + ((now - this.refilled) * A_SECOND) / 1000);
    this.refilled = now;
    while (this.unsent.length > 0 && this.left >= 1 && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(this.unsent.shift() as string);
      this.left -= 1;
    }
    if (this.unsent.length > 0 && this.socket?.readyState === WebSocket.OPEN) {
      this.sender = setTimeout(() => {
        this.sender = undefined;
        this.flush();
      }, 1000 / A_SECOND);
    }
  }
}
