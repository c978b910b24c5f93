/**
 * A dealer's console whose table is at the school: house players, nobody else, and no socket. The whole shoe is the list of
 * its acts, which this page keeps and sends along. What is asked and what was answered wrongly is counted here.
 */
import { ask, type Answer } from '../api/client';
import type { Act, Acts, ShownEntry } from '../api/types';
import { Desk } from '../consoles/parts/desk.svelte';
import type { Considered, Offers } from '../consoles/parts/types';
import { isRight } from './run.svelte';
import type { Drill, DrillAnswer, LiveShoeShown } from './types';

const TABLE = 'school';
const SEEDS = 2 ** 31;
const UNREACHABLE = { ok: false, status: 404, fault: { code: '', clause: '', why: '', help: '' } } as never;

export class SchoolDesk extends Desk {
  /** What chance has brought, for the dealer to enter. */
  fallen = $state.raw<Act | null>(null);
  /** A payment that is asked for before it is made. */
  payment = $state.raw<Drill | null>(null);
  paid = $state.raw<DrillAnswer | null>(null);
  isMistaken = $state(false);
  /** There is no connection. */
  isAlone = $state(false);
  isOver = $state(false);
  rounds = $state(0);
  of = $state(0);
  /** The house's standard so far. */
  standard = $state(0);
  steps = $state(0);
  mistakes = $state(0);
  payments = $state(0);
  paymentsRight = $state(0);
  readonly seed = Math.floor(Math.random() * SEEDS);
  readonly begun = performance.now();
  seconds = $state(0);
  private acts: readonly string[] = [];
  private answered: (() => void) | null = null;
  private wasWrong = false;

  constructor(private readonly game: string) {
    super(TABLE, 'dealer');
    // Nobody has to be anybody here.
    this.stopSession();
  }

  override start(): void {
    void this.send(null);
  }

  override async perform(act: Act, target: string): Promise<boolean> {
    if (this.isBusy || this.isOver) return false;
    this.isBusy = true;
    this.refused = null;
    this.isMistaken = false;
    if (this.payment && !this.paid) await this.askedFor();
    const answer = await this.send(act);
    const isDone = answer.ok && !answer.value.mistaken;
    if (!answer.ok) this.refuse(target, answer.fault);
    // A step counts as right when it was the first thing that was tried.
    if (isDone) this.steps += 1;
    if (!isDone && !this.wasWrong) this.mistakes += 1;
    this.wasWrong = !isDone;
    this.isBusy = false;
    // What was entered wrongly is gone from the keys, and entered anew.
    return answer.ok;
  }

  /** The payment that is asked for, answered. */
  pay(answer: DrillAnswer): void {
    if (!this.payment || this.paid) return;
    this.paid = answer;
    this.payments += 1;
    this.paymentsRight += isRight(this.payment, answer) ? 1 : 0;
  }

  /** The answer has been read. */
  goOn(): void {
    this.answered?.();
    this.answered = null;
  }

  /** The question lies over the table. */
  isAsking = $state(false);

  private async askedFor(): Promise<void> {
    this.isAsking = true;
    await new Promise<void>((done) => (this.answered = done));
    this.isAsking = false;
  }

  get isPassed(): boolean {
    return (this.steps - this.mistakes) * 10 >= this.steps * 9 && this.payments === this.paymentsRight && this.seconds <= this.standard;
  }

  private async send(act: Act | null): Promise<Answer<LiveShoeShown>> {
    const answer = await ask<LiveShoeShown>('POST', `/school/console/${this.game}`, { seed: this.seed, acts: this.acts, act });
    if (answer.ok) this.hear(answer.value);
    else if (!act && answer.status === 0) this.isAlone = true;
    else if (!act) this.refuse('table', answer.fault);
    return answer;
  }

  /** Told as a table tells it. */
  private hear(shown: LiveShoeShown): void {
    this.isMistaken = shown.mistaken;
    const time = Math.trunc(this.now());
    const first = this.acts.length + 1;
    const entries: ShownEntry[] = shown.entries.map(({ line, act }, at) => ({ number: first + at, time, hash: '', line, act: act as never, reveal: '', seal: '' }));
    this.acts = shown.acts;
    const number = shown.acts.length;
    const heard = { table: TABLE, number, hash: '', time, seal: '', due: null, player: '', view: shown.view, now: time, names: shown.work.names, legal: null, work: null };
    if (this.view === null) this.heardSnapshot({ type: 'snapshot', began: time, you: null, entry: null, ...heard } as never);
    else if (entries.length > 0) this.heardActs({ type: 'acts', entries, resumed: false, ...heard } as unknown as Acts);
    this.line = 'open';
    if (!shown.mistaken) {
      this.payment = shown.payment;
      this.paid = null;
    }
    // What is to be paid is asked before it is told.
    this.work = { ...shown.work, payouts: null };
    this.fallen = shown.fallen as Act | null;
    this.rounds = shown.rounds;
    this.of = shown.of;
    this.standard = shown.seconds;
    this.seconds = Math.round((performance.now() - this.begun) / 1000);
    this.isOver = shown.is_over;
  }

  protected override freshLegal(): Promise<void> {
    return Promise.resolve();
  }

  protected override readJournal(): Promise<void> {
    return Promise.resolve();
  }

  override offersOf(): Promise<Answer<Offers>> {
    return Promise.resolve(UNREACHABLE);
  }

  override consider(): Promise<Answer<Considered>> {
    return Promise.resolve(UNREACHABLE);
  }

  override takeDuty(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override endDuty(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
