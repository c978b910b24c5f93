/** One table as the page knows it: what everybody may see, one's own chips, what is under way, and what was refused. */
import { addressed } from './addressed';
import { get, newNonce, ask, type Answer } from '../api/client';
import { TableStream, type ActAnswer, type LineState, type Listener } from '../api/stream';
import type { Act, Acts, Fault, Legal, LayoutView, BlackjackView, Offer, Phrase, Purse, ShownEntry, Snapshot } from '../api/types';
import { TableCompany } from '../company/company.svelte';
import { drawn, Timeline } from '../motion';
import { session } from '../session.svelte';
import { placedIn } from './positions';
import { Presenter } from './presenter.svelte';
import { keepReceipt } from './receipts';

export type AnyView = LayoutView | BlackjackView;

/** What a game is told as it happens: the entries, and the table before and after them. */
export interface News<V> {
  entries: ShownEntry[];
  before: V | null;
  after: V;
  /** The table was read anew, or entries were missed meanwhile: nothing of it is shown in motion. */
  isLate: boolean;
}

export interface Refused {
  /** The thing that was refused, so that the words stand next to it: a position's name, or the name of a control. */
  target: string;
  fault: Fault;
}

/** What became of the wagers while the line was broken. */
export interface LineReport {
  stood: number;
  roundsMissed: number;
  accepted: number;
  refused: number;
}

export interface Reality {
  seconds: number;
  lost: number;
}

/** The address of a table that only this page knows: see `PracticeStore`. */
export const PRACTICE = 'practice';

/** What one may do comes with the frame: only where none comes is it asked for. */
const TOLD_WAIT = 2000;

export type AnyStore = TableStore<LayoutView> | TableStore<BlackjackView>;

/** The layouts count a round when it ends, blackjack when it begins. */
function hasEnded(before: AnyView, after: AnyView): boolean {
  return 'boxes' in after ? after.betting && !before.betting : before.round !== after.round;
}

/** At a live table the round is paid in a step of its own. */
function wasPaid(before: AnyView, after: AnyView): boolean {
  return before.step === 'pay' && after.step !== 'pay';
}

export class TableStore<V extends AnyView = LayoutView> {
  view = $state.raw<V | null>(null);
  you = $state.raw<Purse | null>(null);
  names = $state.raw<Record<string, string>>({});
  /** Under which id one plays here, and at no other table. */
  me = $state('');
  due = $state<number | null>(null);
  number = $state(0);
  /** Of the last entry. */
  time = $state(0);
  /** When the table's own clock stood at 0. */
  private began = $state(0);
  hash = $state('');
  seal = $state('');
  legal = $state.raw<Legal | null>(null);
  refused = $state.raw<Refused | null>(null);
  pending = $state.raw<{ id: number; target: string; act: Act }[]>([]);
  line = $state<LineState>('connecting');
  lineReason = $state('');
  report = $state.raw<LineReport | null>(null);
  reality = $state.raw<Reality | null>(null);
  /** Until when the table rests after a round, by the server's clock: no wager is taken before. */
  restsUntil = $state(0);

  /** What every figure on the page reads: `view` and `you` may be ahead of what has been shown. */
  readonly presented = new Presenter<V>();
  /** The motion that the presented state follows. */
  readonly timeline = new Timeline();
  readonly company = new TableCompany();
  private realityWaiting: Reality | null = null;
  private readonly stream: TableStream;
  private readonly listeners = new Set<(news: News<V>) => void>();
  private late: ShownEntry[] = [];
  private lateBefore: V | null = null;
  private isResuming = false;
  /** The last entry in `view`: of a long resume, `number` runs ahead of it. */
  private inView = 0;
  private toBeSeen: { number: number; done: () => void }[] = [];
  private lostAt: { round: number; pending: Set<number>; accepted: number; refused: number } | null = null;
  private ids = 0;
  /** What one may do as it was last heard; `legal` follows when it may be shown. */
  private heardLegal: Legal | null = null;
  private toBeTold: { number: number; done: () => void }[] = [];
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  protected readonly stopSession: () => void;

  /** `rest` as the table's note has it: how long the table rests after a round, in seconds. */
  constructor(
    readonly id: string,
    private readonly rest = 0,
    wants: Readonly<Record<string, string>> = { legal: 'true', company: 'true' },
  ) {
    const listener: Listener = {
      line: (state, reason) => this.heardLine(state, reason),
      snapshot: (message) => this.heardSnapshot(message),
      acts: (message) => this.heardActs(message),
      you: (message) => this.heardPurse(message.purse),
      reality: (message) => {
        this.realityWaiting = { seconds: message.seconds, lost: message.lost };
        this.showReality();
      },
      company: (message) => {
        if (message.type === 'company') this.company.watching = message.watching;
        else if (message.type === 'said') this.company.hear(message.player, message.phrase);
        else this.refuse('say', message.refusal);
      },
    };
    this.stream = new TableStream(id, listener, 'tables', wants);
    this.stopSession = session.onChange(() => this.stream.restart());
  }

  start(): void {
    this.stream.start();
  }

  stop(): void {
    clearTimeout(this.restTimer);
    this.timeline.cancel();
    if (this.isHeldBack) session.release();
    this.stopSession();
    this.stream.stop();
  }

  /** The server's clock, in seconds with their parts. */
  now(): number {
    return (Date.now() + this.stream.offset) / 1000;
  }

  /** The table's own clock, by which notices run. The clock in `view` is set right only for acts that hang on it. */
  tableClock(now = this.now()): number {
    return Math.max(this.view?.clock ?? 0, Math.trunc(now) - this.began);
  }

  nameOf(person: string): string {
    return this.names[person] || person;
  }

  /** Told of everything that happens here. Returns what ends it. */
  onNews(listener: (news: News<V>) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** One of the few things that can be said at a table. */
  say(phrase: Phrase): void {
    this.stream.say(phrase);
  }

  // Acting

  /**
   * Ask for an act. What is refused stands next to `target`, and is returned too. `afterRest` holds it back while the
   * table rests: a chip that is put down a moment too soon lies there, and counts when wagers are taken again.
   */
  async act(act: Act, target: string, { afterRest = false } = {}): Promise<ActAnswer> {
    const id = ++this.ids;
    const nonce = newNonce();
    this.pending = [...this.pending, { id, target, act }];
    if (this.refused?.target === target) this.refused = null;
    if (afterRest) await this.rested();
    const round = this.view?.round ?? 0;
    const answer = await this.stream.act(act, { nonce });
    this.pending = this.pending.filter((each) => each.id !== id);
    if (answer.ok) keepReceipt(answer.receipt, nonce, round);
    else this.refuse(target, answer.fault);
    if (this.lostAt?.pending.delete(id)) {
      this.lostAt[answer.ok ? 'accepted' : 'refused'] += 1;
      this.tellReport();
    }
    return answer;
  }

  /** Resolves when `view` has that entry: a receipt may come before the entry itself. */
  seen(number: number): Promise<void> {
    if (this.inView >= number) return Promise.resolve();
    return new Promise((done) => this.toBeSeen.push({ number, done }));
  }

  /** One asks for nothing where the house waits in case one does. It is no act: nothing is written, and time would do it too. */
  async letPass(target: string): Promise<void> {
    const answer = await ask('POST', `/tables/${this.id}/pass`);
    if (!answer.ok) this.refuse(target, answer.fault);
    else if (this.heardLegal) this.hearLegal({ ...this.heardLegal, may_pass: false });
  }

  /** A round begins to be shown: no figure on the page may tell its end before the ball, the dice or the cards do. */
  holdBack(): void {
    this.presented.hold();
    session.hold();
  }

  get isHeldBack(): boolean {
    return this.presented.isHeld;
  }

  /** It has been shown. */
  letGo(): void {
    if (!this.isHeldBack) return;
    this.presented.release();
    session.release();
    this.showReality();
    this.legal = this.heardLegal;
    drawn(() => void session.load());
  }

  get isResting(): boolean {
    return this.restsUntil > 0;
  }

  private rested(): Promise<void> {
    const left = this.restsUntil - this.now();
    return left > 0 ? new Promise((done) => setTimeout(done, left * 1000)) : Promise.resolve();
  }

  /** The server counts whole seconds: half a second more is always enough. */
  private beginRest(ended: number): void {
    this.restsUntil = ended + this.rest + 0.5;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => (this.restsUntil = 0), Math.max(0, this.restsUntil - this.now()) * 1000);
  }

  refuse(target: string, fault: Fault): void {
    this.refused = { target, fault: this.spoken(fault) };
  }

  /** A refusal as it is said to its reader: “you”, and others by their names. */
  spoken(fault: Fault): Fault {
    return { ...fault, why: addressed(fault.why, this.me, this.names) };
  }

  forgive(): void {
    this.refused = null;
  }

  /** A reality check counts the round that is in motion: it waits for its end. */
  private showReality(): void {
    if (this.isHeldBack || !this.realityWaiting) return;
    this.reality = this.realityWaiting;
    this.realityWaiting = null;
  }

  async seenReality(): Promise<void> {
    this.reality = null;
    await ask('POST', '/me/reality-check/seen');
    await session.load();
  }

  // What may be done

  /** The offer of that act, where it would be accepted now. */
  offer(act: string): Offer | undefined {
    return this.legal?.offers.find((each) => each.act === act);
  }

  /** The same after the entry of that number, though a round may be in motion. */
  async offerAfter(number: number, act: string): Promise<Offer | undefined> {
    await this.told(number);
    return this.heardLegal?.offers.find((each) => each.act === act);
  }

  /** Resolves when what may be done after that entry is known. It comes with the frame, and is asked for where the line is broken. */
  protected async told(number: number): Promise<void> {
    if (this.toldNumber >= number) return;
    if (this.line === 'open') {
      await new Promise<void>((done) => {
        this.toBeTold.push({ number, done });
        setTimeout(done, TOLD_WAIT);
      });
    }
    if (this.toldNumber < number) await this.freshLegal();
  }

  protected get toldNumber(): number {
    return this.heardLegal?.number ?? -1;
  }

  protected async freshLegal(): Promise<void> {
    const answer: Answer<Legal> = await get<Legal>(`/tables/${this.id}/legal`);
    if (answer.ok && answer.value.number >= this.toldNumber) this.hearLegal(answer.value);
  }

  /** While a round is shown nobody could act on it, and its figures would tell the end. */
  private hearLegal(legal: Legal | null): void {
    this.heardLegal = legal;
    if (!this.isHeldBack) this.legal = legal;
  }

  /** What rides on a frame for oneself alone. */
  protected hearOwn(message: Snapshot | Acts): void {
    if (message.legal || message.type === 'snapshot') this.hearLegal(message.legal ?? null);
  }

  private tellToBeTold(): void {
    for (const each of this.toBeTold.filter(({ number }) => number <= this.toldNumber)) each.done();
    this.toBeTold = this.toBeTold.filter(({ number }) => number > this.toldNumber);
  }

  // Hearing. Public, so that recorded messages can be fed through the same way.

  heardSnapshot(message: Snapshot): void {
    const before = this.view;
    this.take(message);
    this.names = message.names;
    this.began = message.began;
    this.me = message.player;
    this.you = message.you ?? null;
    this.view = message.view as V;
    this.presented.hear(this.view, this.you);
    this.tell([], before, true);
    this.hearOwn(message);
    this.tellToBeTold();
  }

  heardActs(message: Acts): void {
    if (message.resumed) {
      this.isResuming = true;
      this.late = [];
      this.lateBefore = this.view;
    }
    this.take(message);
    if (message.names) this.names = { ...this.names, ...message.names };
    if (message.view == null) {
      this.late.push(...message.entries);
      return;
    }
    const before = this.isResuming ? this.lateBefore : this.view;
    const entries = this.isResuming ? [...this.late, ...message.entries] : message.entries;
    const isLate = this.isResuming;
    this.isResuming = false;
    this.late = [];
    this.view = message.view as V;
    this.presented.hear(this.view);
    this.tell(entries, before, isLate);
    this.hearOwn(message);
    this.tellToBeTold();
  }

  heardPurse(purse: Purse | null): void {
    // Whoever sits down watches no longer: the house says so a moment later.
    if (this.you === null && purse !== null) this.company.watching = Math.max(0, this.company.watching - 1);
    this.you = purse;
    this.presented.hearPurse(purse);
  }

  private take(message: Snapshot | Acts): void {
    this.number = message.number;
    this.time = message.time;
    this.hash = message.hash;
    this.seal = message.seal;
    this.due = message.due ?? null;
  }

  private tell(entries: ShownEntry[], before: V | null, isLate: boolean): void {
    const after = this.view as V;
    const ended = before !== null && hasEnded(before, after);
    if (ended && this.rest > 0 && entries.length > 0) this.beginRest((entries.at(-1) as ShownEntry).time);
    for (const listener of this.listeners) listener({ entries, before, after, isLate });
    this.presented.settle();
    this.inView = this.number;
    for (const each of this.toBeSeen.filter(({ number }) => number <= this.inView)) each.done();
    this.toBeSeen = this.toBeSeen.filter(({ number }) => number > this.inView);
    if ((ended || (before !== null && wasPaid(before, after))) && !this.isHeldBack) void session.load();
  }

  private heardLine(state: LineState, reason: string): void {
    const was = this.line;
    this.line = state;
    this.lineReason = reason;
    if (state === 'lost' && was === 'open') {
      this.report = null;
      this.lostAt = { round: this.view?.round ?? 0, pending: new Set(this.pending.map((each) => each.id)), accepted: 0, refused: 0 };
    }
    if (state === 'open' && was === 'lost') this.tellReport();
  }

  private tellReport(): void {
    if (!this.lostAt || this.line !== 'open' || !this.view) return;
    const { round, accepted, refused } = this.lostAt;
    this.report = { stood: this.atStake(), roundsMissed: this.view.round - round, accepted, refused };
  }

  /** What one has on the layout, as it is shown. */
  atStake(): number {
    const wagers = this.presented.view ? placedIn(this.presented.view) : [];
    return wagers.filter((each) => each.player === this.me).reduce((sum, each) => sum + each.stake, 0);
  }
}
