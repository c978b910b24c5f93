/** A round at the money wheel as it is seen: which way the wheel turns, since when, and where it comes to rest. */
import type { LayoutView, MoneyWheelShown, Section } from '../../api/types';
import type { News, TableStore } from '../../table/store.svelte';
import { words } from '../../words';
import { RoundShow, type ActSeen } from '../layout/show.svelte';
import { restOf, spin, TURNS, turning, type Direction, type Spin } from './wheel';

interface Equipment {
  direction: Direction | null;
  last: number | null;
}

/** Nobody waits longer for a section to be entered; after that the wheel is seen to stand. */
const LONGEST_SECONDS = 600;

export class MoneyWheelShow extends RoundShow {
  protected readonly resultActs = ['spin'];
  protected readonly voidWords = words.moneyWheel.void;
  /** What the wheel does, and since when, by this page's own clock; null while it stands. */
  motion = $state.raw<{ plan: Spin; began: number } | null>(null);
  /** How far the wheel has turned where it stands now. */
  angle = $state(0);
  direction = $state<Direction>('clockwise');

  constructor(
    store: TableStore<LayoutView>,
    private readonly game: MoneyWheelShown,
  ) {
    super(store);
  }

  get section(): Section | null {
    return this.game.sections.find((each) => each.words === this.result) ?? null;
  }

  sectionOf(result: string): Section | null {
    return this.game.sections.find((each) => each.words === result) ?? null;
  }

  wordsOf(result: string): string {
    const found = this.sectionOf(result);
    return found ? words.moneyWheel.result(found.name, found.section) : result;
  }

  protected get movingWords(): string {
    return words.moneyWheel.turning[this.direction] ?? '';
  }

  protected watch({ before, after, isLate }: News<LayoutView>): void {
    const { direction, last } = after.equipment as Equipment;
    if (!before || isLate) {
      this.motion = null;
      if (last !== null) this.angle = restOf(last, this.game.sections.length);
    } else if (direction !== null && (before.equipment as Equipment).direction === null) {
      this.direction = direction;
      this.motion = { plan: turning(this.angle, direction, LONGEST_SECONDS), began: performance.now() };
    }
  }

  protected move(act: ActSeen | null): number {
    const section = act ? Number(act.section) : (this.section?.section ?? 1);
    const rest = restOf(section, this.game.sections.length, act?.on_peg === true);
    const began = this.motion?.began ?? performance.now();
    const waited = (performance.now() - began) / 1000;
    const counted = typeof act?.revolutions === 'number' ? act.revolutions : TURNS;
    const plan = spin(this.angle, this.direction, waited, rest, counted);
    this.motion = { plan, began };
    this.angle = ((plan.end % 360) + 360) % 360;
    return plan.milliseconds - waited * 1000;
  }

  protected opened(): void {
    this.motion = null;
  }
}
