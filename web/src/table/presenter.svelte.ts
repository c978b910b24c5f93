/**
 * What the page shows of a table. That is the newest state the server told, except while a round is in motion: then
 * every figure stays as it was until the ball, the dice or the cards have shown what changed it.
 */
import type { Purse } from '../api/types';

interface Moment<V> {
  view: V | null;
  purse: Purse | null;
}

export class Presenter<V> {
  isHeld = $state(false);
  private moment = $state.raw<Moment<V>>({ view: null, purse: null });
  /** Heard and not shown yet, the oldest first. */
  private waiting: Moment<V>[] = [];

  get view(): V | null {
    return this.moment.view;
  }

  /** One's own chips. */
  get purse(): Purse | null {
    return this.moment.purse;
  }

  /** The table has changed. It waits until `settle`, so that whoever shows the change can hold it back first. */
  hear(view: V, purse = this.newest.purse): void {
    this.waiting.push({ view, purse });
  }

  /** One's own chips have changed: they belong to the newest view. */
  hearPurse(purse: Purse | null): void {
    this.waiting = [...this.waiting.slice(0, -1), { view: this.newest.view, purse }];
    this.settle();
  }

  /** Nothing new is shown from here on, but what `show` is told to. */
  hold(): void {
    this.isHeld = true;
  }

  /** The motion has come to this view: the figures with it. */
  show(view: V): void {
    const at = this.waiting.findIndex((each) => each.view === view);
    if (at < 0) return;
    this.moment = this.waiting[at] as Moment<V>;
    this.waiting = this.waiting.slice(at + 1);
  }

  /** The motion is over. */
  release(): void {
    this.isHeld = false;
    this.settle();
  }

  settle(): void {
    if (this.isHeld) return;
    this.moment = this.newest;
    this.waiting = [];
  }

  private get newest(): Moment<V> {
    return this.waiting.at(-1) ?? this.moment;
  }
}
