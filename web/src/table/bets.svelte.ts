/** Chips, and what is done with them on a layout or a box: place, take back, undo, clear, again, double. */
import type { Act, LayoutView, Placed, Position } from '../api/types';
import { sound } from '../sound';
import { words } from '../words';
import { keyOf, placedIn } from './positions';
import type { AnyView, TableStore } from './store.svelte';

/** Chips as they are made, in cents. Which of them a table's rail shows follows from its sign. */
const MADE = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 500_000];
const ON_THE_RAIL = 6;
/**
 * Undoing a chip on top of others is two acts: it needs so many seconds before wagers close. The house counts whole
 * seconds, so that up to one of them is gone already; the other two are for a slow line.
 */
const UNDO_SECONDS = 3;

export function railOf(smallest: number, minimum: number, maximum: number, unit = smallest): number[] {
  const fit = MADE.filter((each) => each >= smallest && each <= maximum && each % unit === 0);
  return fit.filter((each) => each >= minimum).slice(0, ON_THE_RAIL);
}

/** Something done with chips, as it is undone: recorded when it is asked for, gone again where it is refused. */
interface Step {
  position: Position;
  /** What was put there; what was taken back from there, where it is below nothing. */
  amount: number;
  /** Whether it was accepted: answered once it is also seen what lies where. */
  done: Promise<boolean>;
}

export interface LastWager {
  position: Position;
  stake: number;
}

export class Bets<V extends AnyView = LayoutView> {
  chip = $state(0);
  private steps = $state.raw<Step[]>([]);
  private undoing: Promise<void> = Promise.resolve();
  last = $state.raw<LastWager[]>([]);

  constructor(protected readonly store: TableStore<V>) {
    store.onNews(({ after, before }) => {
      // A round at blackjack is counted when it begins: what lay there then is what was wagered.
      if (before && after.round !== before.round) this.ended('boxes' in after ? placedIn(before) : after.settled.map((each) => each.wager));
    });
  }

  get rail(): number[] {
    const sign = this.store.view?.sign;
    if (!sign) return [];
    return railOf(sign.smallest_chip ?? 50, sign.minimum, sign.maximum, this.unit);
  }

  /** The selected chip, or the first that is enough for a wager. */
  get selected(): number {
    const rail = this.rail;
    if (rail.includes(this.chip)) return this.chip;
    const minimum = this.store.view?.sign.minimum ?? 0;
    return rail.find((each) => each >= minimum) ?? rail[0] ?? 0;
  }

  /** Colour chips while one has a colour: each wager is of one kind of chip. */
  get kind(): 'colour' | 'value' {
    return this.store.you?.colour_name ? 'colour' : 'value';
  }

  private get unit(): number {
    return this.store.you?.chip_value || this.store.view?.sign.smallest_chip || 50;
  }

  get held(): number {
    return (this.kind === 'colour' ? this.store.presented.purse?.colour : this.store.presented.purse?.value) ?? 0;
  }

  /** What one has on the layout by the server's word: what is done with chips goes by it. */
  get mine(): Placed[] {
    return this.store.view ? placedIn(this.store.view).filter((each) => each.player === this.store.me) : [];
  }

  /** What one has put down, as it can be put down again. */
  get placed(): LastWager[] {
    return this.mine.map(({ position, stake }) => ({ position: { kind: position.kind, numbers: position.numbers ?? [] }, stake }));
  }

  /** The same as it is shown. */
  get total(): number {
    return this.store.atStake();
  }

  stakeOn(position: Position): number {
    const key = keyOf(position);
    return this.mine.find((each) => keyOf(each.position) === key)?.stake ?? 0;
  }

  get canUndo(): boolean {
    return this.steps.length > 0 && this.isOpen;
  }

  get canRebet(): boolean {
    return this.last.length > 0 && this.mine.length === 0 && this.isOpen;
  }

  get isOpen(): boolean {
    return this.store.view?.betting ?? false;
  }

  async place(position: Position, amount = this.selected): Promise<boolean> {
    if (!(await this.step(position, amount, this.wager(position, amount)))) return false;
    sound.chip();
    return true;
  }

  /** All that one has there comes back. */
  async remove(position: Position): Promise<boolean> {
    const there = this.stakeOn(position);
    return there > 0 && this.step(position, -there, this.withdraw(position));
  }

  private async step(position: Position, amount: number, done: Promise<boolean>): Promise<boolean> {
    const step = { position, amount, done };
    this.steps = [...this.steps, step];
    if (await done) return true;
    this.steps = this.steps.filter((each) => each !== step);
    return false;
  }

  /** One after the other, however quickly it is asked for. */
  undo(): Promise<void> {
    this.undoing = this.undoing.then(() => this.undoLast());
    return this.undoing;
  }

  private async undoLast(): Promise<void> {
    const step = await this.lastDone();
    if (!step) return;
    const left = this.stakeOn(step.position) - step.amount;
    if (step.amount > 0 && left > 0 && this.isAboutToClose) {
      const fault = { code: 'undo_too_late', why: words.bets.undoTooLate, rule: '', clause: '', help: '' };
      this.store.refuse(keyOf(step.position), fault);
      return;
    }
    this.steps = this.steps.slice(0, -1);
    if (step.amount < 0) {
      await this.wager(step.position, -step.amount);
      return;
    }
    // The rules know no taking back of a part: the wager comes back whole, and what lay there before goes down again.
    // Were wagers closed in between, less would lie there than before: so both are asked for at one go, and not in the
    // last moment.
    const asked = [this.withdraw(step.position)];
    if (left > 0) asked.push(this.wager(step.position, left));
    await Promise.all(asked);
  }

  /** What is still on its way may be refused; and only when it has arrived, and what is done meanwhile, is it known what lies where. */
  private async lastDone(): Promise<Step | undefined> {
    let last: Step | undefined;
    do {
      last = this.steps.at(-1);
      await Promise.all(this.steps.map((each) => each.done));
    } while (last !== this.steps.at(-1));
    return last;
  }

  private get isAboutToClose(): boolean {
    return this.store.due !== null && this.store.due - this.store.now() < UNDO_SECONDS;
  }

  async clear(): Promise<void> {
    // The last first: what lies beside another wager goes before it.
    await Promise.all(this.mine.reverse().map((each) => this.remove({ kind: each.position.kind, numbers: each.position.numbers ?? [] })));
  }

  /** Whether all of them were accepted. */
  async placeAll(wagers: readonly LastWager[]): Promise<boolean> {
    const placed = await Promise.all(wagers.map((each) => this.place(each.position, each.stake)));
    return placed.every(Boolean);
  }

  async rebet(): Promise<void> {
    await this.placeAll(this.last);
  }

  async double(): Promise<void> {
    await this.placeAll(this.placed);
  }

  /** Digit keys pick chips: 1 is the first of the rail. */
  pick(place: number): boolean {
    const chip = this.rail[place];
    if (chip === undefined) return false;
    this.chip = chip;
    return true;
  }

  private wager(position: Position, amount: number): Promise<boolean> {
    return this.act({ act: 'wager', position, amount, chips: this.kind }, position, true);
  }

  private withdraw(position: Position): Promise<boolean> {
    return this.act({ act: 'withdraw', position }, position, false);
  }

  private async act(act: Act, position: Position, afterRest: boolean): Promise<boolean> {
    const answer = await this.store.act(act, keyOf(position), { afterRest });
    if (answer.ok) await this.store.seen(answer.receipt.number);
    return answer.ok;
  }

  private ended(wagers: readonly Placed[]): void {
    this.steps = [];
    const mine = wagers.filter((each) => each.player === this.store.me);
    if (mine.length > 0) {
      this.last = mine.map(({ position, stake }) => ({ position: { kind: position.kind, numbers: position.numbers ?? [] }, stake }));
    }
  }
}
