/** Chips on boxes: whoever wagers on a free box without a seat takes it, and Super Sevens is one amount. */
import type { BlackjackView, Position } from '../../api/types';
import { Bets } from '../../table/bets.svelte';
import { keyOf } from '../../table/positions';
import type { TableStore } from '../../table/store.svelte';

export const BOX = 'box';
export const SEVENS = 'super sevens';

export class BoxBets extends Bets<BlackjackView> {
  constructor(
    store: TableStore<BlackjackView>,
    private readonly sevens: number,
  ) {
    super(store);
  }

  override async place(position: Position, amount = position.kind === SEVENS ? this.sevens : this.selected): Promise<boolean> {
    const box = position.numbers[0] ?? 0;
    if (position.kind === BOX && this.takesSeat(box) && !(await this.store.act({ act: 'sit', box }, keyOf(position))).ok) return false;
    return super.place(position, amount);
  }

  /** Super Sevens is wagered once a box: only what lies on the boxes is doubled. */
  override async double(): Promise<void> {
    const boxes = this.mine.filter((each) => each.position.kind === BOX);
    await Promise.all(boxes.map((each) => this.place({ kind: BOX, numbers: each.position.numbers ?? [] }, each.stake)));
  }

  /** Wagers on boxes come before what lies beside them, whatever the order in which they were settled. */
  override async rebet(): Promise<void> {
    const before = [...this.last].sort((one, other) => Number(one.position.kind === SEVENS) - Number(other.position.kind === SEVENS));
    for (const each of before) if (!(await this.place(each.position, each.stake))) return;
  }

  private takesSeat(box: number): boolean {
    const seats = this.store.view?.seats ?? [];
    return this.store.you !== null && !seats.includes(this.store.me) && seats[box - 1] === '';
  }
}
