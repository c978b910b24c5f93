/**
 * What is seen of a round at the money wheel and at Tai-Sai: the call, the motion, the result, collection, payment. An
 * automated table does all of them in one moment, a live one with each act of its dealer; the eye gets them in order.
 */
import { announce } from '../../announcer.svelte';
import { get } from '../../api/client';
import type { LayoutView, Settled, TableNote } from '../../api/types';
import { STILL_MILLISECONDS, type Course } from '../../motion';
import { settings } from '../../settings.svelte';
import { sound } from '../../sound';
import { measureLosses } from '../../table/fly';
import { netOf, stacksOf, stacksOfLines, type Stack } from '../../table/positions';
import type { News, TableStore } from '../../table/store.svelte';
import { words } from '../../words';
import { outcomeWords } from '../../table/outcome';
import { hasOwnWager, type LayoutSeen } from './seen';
import { Unveiled } from './unveiled.svelte';

export type Stage = 'betting' | 'closed' | 'moving' | 'result' | 'collected' | 'paid';

/** An entry's act as everybody may see it. */
export interface ActSeen {
  act: string;
  [field: string]: unknown;
}

const STEP_MILLISECONDS = 800;
const BOARD = 20;

/** What the table has done about a result when it waits for this step. */
const STAGES: Record<string, Stage> = { announce: 'result', 'key in': 'result', enter: 'result', collect: 'result', pay: 'collected', 'open betting': 'paid' };

export abstract class RoundShow implements LayoutSeen {
  stage = $state<Stage>('betting');
  /** The result that is being shown, in the server's words; null while there is none. */
  result = $state<string | null>(null);
  /** The lines of the round that is being shown. */
  lines = $state.raw<readonly Settled[]>([]);
  /** Names of the winning areas, as the server tells them. */
  lit = $state.raw<readonly string[]>([]);
  /** The latest results, the newest first: one that is on its way is not among them yet. */
  board = $state.raw<readonly string[]>([]);
  text = $state('');
  /** The last round in one line, while the next one is wagered on. */
  last = $state('');
  private readonly unveiled = new Unveiled();
  private isOpening = false;

  constructor(protected readonly store: TableStore<LayoutView>) {
    store.onNews((news) => this.heard(news));
  }

  /** Acts of the game that bring about a result. */
  protected abstract readonly resultActs: readonly string[];
  protected abstract readonly movingWords: string;
  protected abstract readonly voidWords: string;
  /** A result as it is said and written. */
  abstract wordsOf(result: string): string;
  /** The wheel or the dice are set in motion towards this result; how many milliseconds that takes to be seen. */
  protected abstract move(act: ActSeen | null): number;
  /** Everything that happens, before it is shown: what of it moves the wheel or the tumbler. */
  protected abstract watch(news: News<LayoutView>): void;
  /** The next round's wagers have begun to come. */
  protected abstract opened(): void;

  readonly dolly = null;

  get isPaid(): boolean {
    return this.stage === 'paid' && this.unveiled.hasPayouts;
  }

  /** Whatever the round brought has been seen: it can be celebrated. */
  get isWhole(): boolean {
    return this.stage === 'paid' && this.unveiled.isWhole;
  }

  get isResultKnown(): boolean {
    return this.stage === 'result' || this.stage === 'collected' || this.stage === 'paid';
  }

  /** Chips as they are to be seen now: while a result is shown, those that it settles. */
  get stacks(): Stack[] {
    const view = this.store.view;
    if (!view) return [];
    if (this.stage === 'moving' || this.stage === 'result') return this.lines.length ? stacksOfLines(this.lines) : stacksOf(view.wagers);
    if (!this.isResultKnown || view.wagers.length) return stacksOf(view.wagers);
    return stacksOfLines(this.lines.filter((each) => each.outcome !== 'lose'));
  }

  /** The board as the table has it: asked for when one comes, and when something was missed. */
  async readBoard(): Promise<void> {
    const answer = await get<{ tables: TableNote[] }>('/tables');
    const note = answer.ok ? answer.value.tables.find((each) => each.id === this.store.id) : undefined;
    if (!note?.results) return;
    const isOnItsWay = this.stage === 'moving' && note.results[0] === this.result;
    this.board = isOnItsWay ? note.results.slice(1) : note.results;
  }

  private heard(news: News<LayoutView>): void {
    const { entries, before, after, isLate } = news;
    this.watch(news);
    if (!before || isLate) void this.readBoard();
    if (!before) return this.begin(after);
    const act = entries.map((each) => each.act as ActSeen | null | undefined).findLast((each) => each && this.resultActs.includes(each.act)) ?? null;
    const isNew = before.round !== after.round;
    if (after.result !== null && (isNew || before.result !== after.result)) void this.play(after, act, isLate || !isNew);
    else if (after.result === null && (isNew || (before.result !== null && after.betting))) void this.voided(after, act, isLate);
    else if (before.betting && !after.betting && after.is_open) this.called();
    else this.follow(after, before);
  }

  /** One has just come to the table: the last round is over, and is told in words only. */
  private begin(view: LayoutView): void {
    this.store.timeline.cancel();
    this.lines = view.settled;
    const isOver = view.betting && view.wagers.length === 0;
    this.stage = !view.is_open ? 'betting' : view.betting ? (isOver && view.result !== null ? 'paid' : 'betting') : (STAGES[view.step] ?? 'closed');
    this.result = this.isResultKnown ? view.result : null;
    this.lit = this.isResultKnown ? view.lit : [];
    this.text = this.result === null ? '' : this.wordsOf(this.result);
    if (view.result !== null) this.last = this.summary(view);
    if (this.stage === 'betting') this.opened();
  }

  /** Steps of a live table after its result, and the first wager of the next round. */
  private follow(after: LayoutView, before: LayoutView): void {
    if (this.stage === 'moving') return;
    if (after.result !== null && !after.betting) this.lit = after.lit;
    if (after.step !== before.step && after.result !== null && !after.betting) {
      const stage = STAGES[after.step];
      if (stage) this.stage = stage;
      if (stage === 'paid') this.tell(after);
    } else if (after.betting && after.wagers.length > 0 && (this.stage === 'paid' || !this.isResultKnown) && this.stage !== 'betting') {
      void this.openSoon();
    }
  }

  /**
   * The last round leaves with the first wager of the next. One's own clears it at once; after somebody else's, what
   * was paid is seen for a moment more, however many wagers follow.
   */
  private async openSoon(): Promise<void> {
    if (this.stage === 'paid' && !hasOwnWager(this.store)) {
      if (this.isOpening) return;
      this.isOpening = true;
      const goesOn = await this.store.timeline.begin().pause(2 * STEP_MILLISECONDS);
      this.isOpening = false;
      if (!goesOn) return;
    }
    if (this.store.view?.betting && this.store.view.wagers.length > 0) this.open();
  }

  private open(): void {
    this.store.timeline.cancel();
    this.store.letGo();
    this.stage = 'betting';
    this.result = null;
    this.lit = [];
    this.text = '';
    this.opened();
  }

  private called(): void {
    this.store.timeline.cancel();
    this.store.letGo();
    this.stage = 'closed';
    this.result = null;
    this.lit = [];
    this.text = words.countdown.closed;
    sound.bell();
    announce(words.countdown.closed, true);
  }

  /** Late are results that were missed, or that put another right: nothing moves then. */
  private async play(view: LayoutView, act: ActSeen | null, isLate: boolean): Promise<void> {
    if (!isLate && this.stage !== 'closed') this.called();
    const course = this.store.timeline.begin();
    this.lines = view.settled;
    this.result = view.result;
    this.lit = [];
    if (!isLate) {
      this.store.holdBack();
      this.stage = 'moving';
      this.text = this.movingWords;
      if (!(await course.pause(this.move(act) + STILL_MILLISECONDS))) return;
    }
    if (!(await this.landed(view, isLate ? null : course))) return;
    const now = this.store.view;
    if (!view.betting && now && now.round === view.round && !now.betting) return this.follow(now, view);
    if (!isLate && !(await course.pause(STEP_MILLISECONDS))) return;
    measureLosses();
    this.stage = 'collected';
    if (!isLate && !(await course.pause(STEP_MILLISECONDS))) return;
    if (!(await this.unveiled.show(isLate ? null : course, () => (this.stage = 'paid')))) return;
    this.tell(view);
    if (!isLate && !(await course.pause(STEP_MILLISECONDS))) return;
    if (this.store.view?.betting && this.store.view.wagers.length > 0) this.open();
  }

  /** One thing after the other, each in a frame of its own. Says whether the course goes on. */
  private async landed(view: LayoutView, course: Course | null): Promise<boolean> {
    const result = view.result as string;
    this.stage = 'result';
    this.text = this.wordsOf(result);
    // Where nothing moves, the result is said together with what it brought.
    if (!settings.isStill) announce(this.text, true);
    if (course && !(await course.frame())) return false;
    this.lit = view.lit;
    if (course && !(await course.frame())) return false;
    this.store.letGo();
    if (!course) return true;
    if (!(await course.frame())) return false;
    this.board = [result, ...this.board].slice(0, BOARD);
    return true;
  }

  /** The result and one's own winnings in one sentence, as the ledger has them. */
  private tell(view: LayoutView): void {
    this.last = this.summary(view);
    announce(this.last, true);
  }

  private summary(view: LayoutView): string {
    return `${this.wordsOf(view.result as string)}. ${outcomeWords(netOf(view.settled, this.store.me))}`;
  }

  /** No result: what was on its way is seen to its end, and the wagers stand. */
  private async voided(view: LayoutView, act: ActSeen | null, isLate: boolean): Promise<void> {
    const course = this.store.timeline.begin();
    this.lines = view.settled;
    this.result = null;
    this.lit = [];
    if (act && !isLate) {
      this.store.holdBack();
      this.stage = 'moving';
      if (!(await course.pause(this.move(act)))) return;
    }
    this.store.letGo();
    const why = view.settled.find((each) => each.outcome === 'void')?.reason;
    this.stage = 'betting';
    this.text = why ? `${this.voidWords} (${why})` : this.voidWords;
    announce(this.text, true);
  }
}
