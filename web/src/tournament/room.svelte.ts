/**
 * A tournament as the page knows it. Its socket says at once that something has happened, and what became of one's own
 * entry; chips at its tables are not in its journal, so it is asked for every moment while somebody looks, too.
 */
import { ask, get, newKey, newNonce, type Answer } from '../api/client';
import { TableStream } from '../api/stream';
import type { Act, Fault, Legal, Offer, Receipt } from '../api/types';
import { session } from '../session.svelte';
import { addressed } from '../table/addressed';
import { keepReceipt } from '../table/receipts';
import type { OwnPart, TournamentShown } from './types';

const EVERY = 2000;
/** What may be done hangs on the time of day too: it is asked for now and then though nothing has happened. */
const LEGAL_EVERY = 10_000;
const TRIES = 4;
const WAIT = 700;

export class Room {
  shown = $state.raw<TournamentShown | null>(null);
  own = $state.raw<OwnPart | null>(null);
  legal = $state.raw<Legal | null>(null);
  fault = $state.raw<Fault | null>(null);
  refused = $state.raw<{ target: string; fault: Fault } | null>(null);
  isBusy = $state(false);
  isLost = $state(false);
  /** The server's clock, in whole seconds. */
  now = $state(Math.trunc(Date.now() / 1000));
  private offset = 0;
  private known = -1;
  private askedLegal = 0;
  private seenMoney = '';
  private timers: ReturnType<typeof setInterval>[] = [];
  private stopSession = () => {};
  private readonly bell: TableStream;
  private isLooking = false;
  private isRung = false;

  constructor(
    readonly id: string,
    /** A screen on the wall is looked at though no window has the focus. */
    private readonly isAlways = false,
  ) {
    const heard = { line: () => {}, snapshot: () => {}, reality: () => {} };
    const acts = () => void this.ring();
    const you = ({ number, entry }: { number: number; entry?: OwnPart['entry'] }) => {
      this.own = { ...(this.own ?? { player: '', session: null, box: null, table: null, tied: false }), number, entry: entry ?? null };
      this.seeMoney();
    };
    this.bell = new TableStream(encodeURIComponent(id), { ...heard, acts, you }, 'tournaments');
  }

  get path(): string {
    return `/tournaments/${encodeURIComponent(this.id)}`;
  }

  start(): () => void {
    void this.look();
    this.bell.start();
    this.stopSession = session.onChange(() => {
      this.known = -1;
      this.bell.restart();
      void this.look();
    });
    this.timers = [
      setInterval(() => (this.isAlways || !document.hidden) && void this.look(), EVERY),
      setInterval(() => (this.now = Math.trunc(Date.now() / 1000 + this.offset)), 250),
    ];
    return () => this.stop();
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.bell.stop();
    this.stopSession();
  }

  /** However fast it rings, one look at a time, and one after the last ring. */
  private async ring(): Promise<void> {
    this.isRung = true;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.isRung) {
      this.isRung = false;
      await this.look();
    }
    this.isLooking = false;
  }

  async look(): Promise<void> {
    const answer = await get<TournamentShown>(this.path);
    this.isLost = !answer.ok && answer.status === 0;
    if (!answer.ok) {
      if (answer.status !== 0) this.fault = answer.fault;
      return;
    }
    this.fault = null;
    this.offset = answer.value.now + 0.5 - Date.now() / 1000;
    const isNews = answer.value.number !== this.known;
    this.known = answer.value.number;
    this.shown = answer.value;
    if (isNews || Date.now() - this.askedLegal > LEGAL_EVERY || this.lacksTable()) await this.lookAtOwn();
  }

  /** One's session was started, and its table is there a moment later. */
  private lacksTable(): boolean {
    const own = this.own?.session;
    return own != null && !this.own?.table && this.shown?.tables[String(own)] !== undefined;
  }

  protected async lookAtOwn(): Promise<void> {
    if (!session.me) {
      this.own = this.legal = null;
      return;
    }
    this.askedLegal = Date.now();
    const [own, legal] = await Promise.all([get<OwnPart>(`${this.path}/entry`), get<Legal>(`${this.path}/legal`)]);
    if (own.ok) this.own = own.value;
    if (legal.ok) this.legal = legal.value;
    this.seeMoney();
  }

  /** The house gives fees back, and pays prizes, without being asked here: then the wallet has changed. */
  private seeMoney(): void {
    const { paid, refunded, chip_money, redeemed } = this.own?.entry ?? {};
    const money = JSON.stringify([paid, refunded, chip_money, redeemed, this.shown?.view.phase]);
    if (this.seenMoney && money !== this.seenMoney) void session.load();
    this.seenMoney = money;
  }

  /** Every offer of that act to whoever one is here. */
  offers(act: string): Offer[] {
    return this.legal?.offers.filter((each) => each.act === act) ?? [];
  }

  /** Under which id one is in this tournament and at its tables. */
  get me(): string {
    return this.own?.player ?? '';
  }

  /** A refusal as it is said to its reader: “you”, and others by their names. */
  spoken(fault: Fault): Fault {
    return { ...fault, why: addressed(fault.why, this.me, this.shown?.names ?? {}) };
  }

  nameOf(person: string): string {
    return this.shown?.names[person] || person;
  }

  /** The same text with people's names in place of their ids. */
  named(text: string): string {
    return text.replace(/\b(?:p[a-z2-7]{12}|q[a-z2-7]{16})\b/g, (id) => this.nameOf(id));
  }

  /** Why somebody goes on or is placed: the name stands beside it, and is not said twice. */
  workingOf(player: string, working: string): string {
    const text = this.named(working);
    const rest = text.startsWith(this.nameOf(player)) ? text.slice(this.nameOf(player).length) : '';
    // Only before a figure: of several who share a place, all are named.
    return /^ \d/.test(rest) ? rest.trimStart() : text;
  }

  /** Done once, however often the line breaks. What is refused stands next to `target`. `at` is another journal: a session's table. */
  async act(act: Act, target: string, { as = '', at = this.path } = {}): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refused = null;
    // A player's own chance goes into the draw; whoever works here has none to give.
    const nonce = as ? '' : newNonce();
    const body = { act, key: newKey(), ...(as ? { as } : { nonce }) };
    let answer: Answer<Receipt> = await ask<Receipt>('POST', `${at}/acts`, body);
    for (let tried = 1; !answer.ok && answer.status === 0 && tried < TRIES; tried += 1) {
      await new Promise((done) => setTimeout(done, WAIT));
      answer = await ask<Receipt>('POST', `${at}/acts`, body);
    }
    if (answer.ok && nonce) keepReceipt(answer.value, nonce, 0);
    if (!answer.ok) this.refused = { target, fault: this.spoken(answer.fault) };
    this.known = -1;
    await this.look();
    this.isBusy = false;
    return answer.ok;
  }
}
