/**
 * What is seen of a round, step by step: the call, the ball, the number, the dolly, collection, payment. An automated
 * table does all of them in one moment, a live one with each act of its dealer; the eye gets them one after the other.
 */
import { announce } from '../../announcer.svelte';
import type { LayoutView, RouletteShown, Settled } from '../../api/types';
import { STILL_MILLISECONDS, type Course } from '../../motion';
import { settings } from '../../settings.svelte';
import { sound } from '../../sound';
import { outcomeWords } from '../../table/outcome';
import { measureLosses } from '../../table/fly';
import { netOf, stacksOf, stacksOfLines, type Stack } from '../../table/positions';
import type { News, TableStore } from '../../table/store.svelte';
import { words } from '../../words';
import { hasOwnWager, type LayoutSeen } from '../layout/seen';
import { Unveiled } from '../layout/unveiled.svelte';

export type Stage = 'betting' | 'closed' | 'rolling' | 'number' | 'collected' | 'paid';

/** Together about as long as a table rests between two rounds. */
const CALL_MILLISECONDS = 400;
export const SPIN_MILLISECONDS = 3000;
const STEP_MILLISECONDS = 800;

export class Show implements LayoutSeen {
  stage = $state<Stage>('betting');
  /** The number that is being shown; null while there is none. */
  number = $state<number | null>(null);
  /** The lines of the round that is being shown. */
  lines = $state.raw<readonly Settled[]>([]);
  /** Names of the winning positions, as the server tells them. */
  lit = $state.raw<readonly string[]>([]);
  /** What has come out lately, the newest first: the number that rolls is not among them yet. */
  display = $state.raw<readonly number[]>([]);
  text = $state('');
  /** The last round in one line, while the next one is wagered on. */
  last = $state('');
  private readonly unveiled = new Unveiled();
  private isOpening = false;

  constructor(
    private readonly store: TableStore<LayoutView>,
    private readonly game: RouletteShown,
  ) {
    store.onNews((news) => this.heard(news));
  }

  /** Chips as they are to be seen now: while a result is shown, those that it settles. */
  get stacks(): Stack[] {
    const view = this.store.view;
    if (!view) return [];
    switch (this.stage) {
      case 'closed':
        return this.isCalling ? stacksOfLines(this.lines) : stacksOf(view.wagers);
      case 'rolling':
      case 'number':
        return this.lines.length ? stacksOfLines(this.lines) : stacksOf(view.wagers);
      case 'collected':
      case 'paid':
        return view.wagers.length ? stacksOf(view.wagers) : stacksOfLines(this.lines.filter((each) => each.outcome !== 'lose'));
      default:
        return stacksOf(view.wagers);
    }
  }

  /** A live table's dealer calls the number before the dolly goes there. */
  private get hasDolly(): boolean {
    const step = this.store.view?.step;
    return this.isResultKnown && step !== 'announce' && step !== 'dolly';
  }

  get dolly(): number | null {
    return this.hasDolly ? this.number : null;
  }

  get isPaid(): boolean {
    return this.stage === 'paid' && this.unveiled.hasPayouts;
  }

  /** Whatever the round brought has been seen: it can be celebrated. */
  get isWhole(): boolean {
    return this.stage === 'paid' && this.unveiled.isWhole;
  }

  /** What is being done about the result, in words. */
  get doing(): string {
    if (this.stage === 'collected') return words.roulette.collected;
    return this.hasDolly && this.number !== null ? words.roulette.dolly(String(this.number)) : '';
  }

  get isResultKnown(): boolean {
    return this.stage === 'number' || this.stage === 'collected' || this.stage === 'paid';
  }

  colourOf(number: number): string {
    return this.game.pockets.find((each) => each.number === number)?.colour ?? '';
  }

  resultWords(number: number): string {
    return words.roulette.result(String(number), words.roulette.colours[this.colourOf(number)] ?? '');
  }

  private heard({ entries, before, after, isLate }: News<LayoutView>): void {
    if (!before) {
      this.begin(after);
      return;
    }
    const acts = entries.map((each) => (each.act as { act?: string } | null | undefined)?.act ?? '');
    if (after.result !== null && (before.round !== after.round || before.result !== after.result)) void this.play(after, isLate);
    else if (after.result === null && (before.round !== after.round || (before.result !== null && after.betting))) this.voided(after, isLate);
    else if (acts.includes('no more bets')) this.called();
    else if (acts.includes('spin ball')) this.spun();
    else this.follow(after, before);
  }

  /** One has just come to the table: the last round is over, and is told in words only. */
  private begin(view: LayoutView): void {
    this.store.timeline.cancel();
    this.lines = view.settled;
    this.display = displayOf(view);
    this.stage = view.betting || !view.is_open ? 'betting' : (STAGES[view.step] ?? 'closed');
    this.number = this.isResultKnown ? numberOf(view) : null;
    this.lit = this.isResultKnown ? view.lit : [];
    this.text = this.isResultKnown ? this.resultWords(numberOf(view)) : '';
    if (view.result !== null) this.last = `${this.resultWords(numberOf(view))}. ${outcomeWords(netOf(view.settled, this.store.me))}`;
  }

  /** Steps of a live table after its result, and the first wager of the next round. */
  private follow(after: LayoutView, before: LayoutView): void {
    // A live table shows the number on its display when betting opens again.
    if (after.betting && !this.isShowing) this.display = displayOf(after);
    if (after.step !== before.step && after.result !== null && !after.betting) {
      const stage = STAGES[after.step];
      if (stage) this.stage = stage;
      if (before.step === 'announce') announce(this.text, true);
      else if (stage === 'paid') this.tell(after, numberOf(after));
      else if (this.doing) announce(this.doing);
    } else if (after.betting && after.wagers.length > 0 && (this.stage === 'paid' || !this.isShowing)) {
      void this.openSoon();
    }
  }

  /** The result is known here, and the call is seen before the ball runs. */
  private get isCalling(): boolean {
    return this.stage === 'closed' && this.store.isHeldBack;
  }

  private get isShowing(): boolean {
    return this.isCalling || this.stage === 'rolling' || this.stage === 'number' || this.stage === 'collected';
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
    this.number = null;
    this.lit = [];
    this.text = '';
  }

  /** At a live table the ball runs while the last wagers are placed. */
  private spun(): void {
    this.open();
    this.text = words.roulette.lastWagers;
    announce(this.text);
  }

  private called(): void {
    this.stage = 'closed';
    this.text = words.roulette.call;
    sound.bell();
    announce(words.roulette.call, true);
  }

  private async play(view: LayoutView, isLate: boolean): Promise<void> {
    const course = this.store.timeline.begin();
    const number = numberOf(view);
    const isAllDone = view.betting || view.step === 'open betting';
    this.lines = view.settled;
    this.lit = [];
    if (!isLate) {
      this.store.holdBack();
      if (this.stage !== 'closed') {
        this.called();
        if (!(await course.pause(CALL_MILLISECONDS))) return;
      }
      this.number = number;
      this.stage = 'rolling';
      this.text = words.roulette.ball;
      if (!settings.isStill) sound.track();
      if (!(await course.pause(SPIN_MILLISECONDS + STILL_MILLISECONDS))) return;
      sound.pocket();
    }
    this.number = number;
    if (!(await this.landed(view, number, isLate ? null : course)) || !isAllDone) return;
    // Where nothing moves, the number is said together with what it brought; a live table's when its dealer calls it.
    if (!settings.isStill) announce(this.text, true);
    if (!isLate && !(await course.pause(STEP_MILLISECONDS))) return;
    measureLosses();
    this.stage = 'collected';
    if (!isLate && !(await course.pause(STEP_MILLISECONDS))) return;
    if (!(await this.unveiled.show(isLate ? null : course, () => (this.stage = 'paid')))) return;
    this.tell(view, number);
    if (this.store.view && this.store.view.wagers.length > 0) this.open();
  }

  /** One thing after the other, each in a frame of its own. Says whether the course goes on. */
  private async landed(view: LayoutView, number: number, course: Course | null): Promise<boolean> {
    this.stage = 'number';
    this.text = this.resultWords(number);
    if (course && !(await course.frame())) return false;
    this.lit = view.lit;
    if (course && !(await course.frame())) return false;
    this.store.letGo();
    if (course && !(await course.frame())) return false;
    this.display = displayOf(view);
    return true;
  }

  /** Number, colour and one's own winnings in one sentence, as the ledger has them. */
  private tell(view: LayoutView, number: number): void {
    const own = netOf(view.settled, this.store.me);
    this.last = `${this.resultWords(number)}. ${outcomeWords(own)}`;
    announce(this.last, true);
  }

  private voided(view: LayoutView, isLate: boolean): void {
    this.store.timeline.cancel();
    this.store.letGo();
    this.stage = 'betting';
    this.number = null;
    this.lit = [];
    this.lines = view.settled;
    this.text = words.roulette.void;
    if (!isLate) announce(words.roulette.void, true);
  }
}

/** What the table has done about a result when it waits for this step. */
const STAGES: Record<string, Stage> = {
  announce: 'number',
  dolly: 'number',
  collect: 'number',
  pay: 'collected',
  'open betting': 'paid',
};

function numberOf(view: LayoutView): number {
  return Number.parseInt(view.result ?? '', 10);
}

function displayOf(view: LayoutView): number[] {
  return (view.equipment as { display?: number[] }).display ?? [];
}
