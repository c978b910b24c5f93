/** A round of Tai-Sai as it is seen: the covered tumbler, the dice as they lie, and what the terminal reads back. */
import type { LayoutView, RollShown, TaiSaiShown } from '../../api/types';
import type { News, TableStore } from '../../table/store.svelte';
import { words } from '../../words';
import { RoundShow, type ActSeen } from '../layout/show.svelte';
import { labelOf } from './names';

type Dice = readonly number[];

interface Equipment {
  tumbles: number;
  keyed: Dice | null;
}

export const UNCOVER_MILLISECONDS = 2400;

export class TaiSaiShow extends RoundShow {
  protected readonly resultActs = ['roll'];
  protected readonly movingWords = words.taiSai.uncovering;
  protected readonly voidWords = words.taiSai.void;
  /** The dice in the order in which they lie. */
  dice = $state.raw<Dice>([]);
  isCovered = $state(false);
  /** Rises whenever the tumbler is turned. */
  tumbled = $state(0);
  /** What the terminal of a live table reads back. */
  keyed = $state.raw<Dice | null>(null);

  constructor(
    store: TableStore<LayoutView>,
    private readonly game: TaiSaiShown,
  ) {
    super(store);
  }

  rollOf(result: string): RollShown | null {
    return this.game.rolls.find((each) => each.words === result) ?? null;
  }

  /** The faces from lowest to highest, the total, and the areas without a number that win: small, odd, any triple. */
  wordsOf(result: string): string {
    const roll = this.rollOf(result);
    if (!roll) return result;
    const plain = this.game.positions.filter((each) => each.numbers.length === 0 && roll.wins.includes(each.name));
    return words.taiSai.result(roll.dice, totalOf(roll.dice), plain.map((each) => labelOf(each).toLowerCase()));
  }

  protected watch({ before, after, entries, isLate }: News<LayoutView>): void {
    this.keyed = (after.equipment as Equipment).keyed;
    if (!before || isLate) {
      this.dice = after.result === null ? [] : (this.rollOf(after.result)?.dice ?? []);
      this.isCovered = after.result === null;
    } else if (entries.some((each) => (each.act as ActSeen | null | undefined)?.act === 'tumble')) this.cover();
  }

  protected move(act: ActSeen | null): number {
    const dice = act?.dice as Dice | undefined;
    this.dice = dice ?? (this.result === null ? [] : (this.rollOf(this.result)?.dice ?? []));
    this.isCovered = false;
    return UNCOVER_MILLISECONDS;
  }

  protected opened(): void {
    this.cover();
  }

  private cover(): void {
    this.isCovered = true;
    this.tumbled += 1;
  }
}

export function totalOf(dice: Dice): number {
  return dice.reduce((sum, each) => sum + each, 0);
}
