/** Coming to a table and leaving it: guest, wallet, value chips, a colour. Each step is the server's to accept. */
import type { AnyStore } from './store.svelte';
import { session } from '../session.svelte';
import { firstColour } from './chips';

/** Twenty smallest wagers, or what is there. */
const WAGERS_TO_BEGIN_WITH = 20;

export class Seat {
  isBusy = $state(false);

  constructor(private readonly store: AnyStore) {}

  /** Whether one of the table's seats is one's own, with chips or without. */
  get isTaken(): boolean {
    const view = this.store.view;
    return view !== null && 'seats' in view && this.store.me !== '' && view.seats.includes(this.store.me);
  }

  /** What to sit down with, where nothing else is asked for; 0 where there is nothing. */
  get suggestion(): number {
    const minimum = this.store.view?.sign.minimum ?? 0;
    const wanted = minimum * WAGERS_TO_BEGIN_WITH;
    const wallet = session.me?.money.wallet;
    if (wallet === undefined) return wanted;
    return Math.min(wanted, wallet - (wallet % Math.max(1, this.store.view?.sign.smallest_chip ?? 1)));
  }

  /** Come in if need be, buy chips, and change them into a colour where the table has colours. */
  async sitDown(amount: number): Promise<boolean> {
    return this.busy(async () => {
      if (!session.me) {
        const answer = await session.guest();
        if (!answer.ok) {
          this.store.refuse('seat', answer.fault);
          return false;
        }
      }
      const bought = await this.store.act({ act: 'buy in', amount }, 'seat');
      if (!bought.ok) return false;
      await session.load();
      return this.takeColour(amount, bought.receipt.number);
    });
  }

  /** The seat is given up, all colour chips are handed in, all value chips cashed, and the wallet has them. */
  async leave(): Promise<boolean> {
    return this.busy(async () => {
      const { colour = 0, value = 0 } = this.store.you ?? {};
      // A seat outlasts the last chip: whoever leaves gives it up first.
      const mayGiveUp = await this.store.offerAfter(this.store.number, 'leave seat');
      if (mayGiveUp && !(await this.store.act({ act: 'leave seat' }, 'seat')).ok) return false;
      if (colour > 0 && !(await this.store.act({ act: 'hand in', amount: colour }, 'seat')).ok) return false;
      if (colour + value > 0 && !(await this.store.act({ act: 'cash out', amount: colour + value }, 'seat')).ok) return false;
      await session.load();
      return true;
    });
  }

  private async takeColour(amount: number, bought: number): Promise<boolean> {
    const view = this.store.view;
    if (!view || !('rack' in view)) return true;
    const own = this.store.you?.colour_name;
    const chip = own ? (this.store.you?.chip_value ?? 0) : view.sign.minimum;
    const whole = amount - (amount % Math.max(1, chip));
    const colour = own || firstColour((await this.store.offerAfter(bought, 'buy colour'))?.fields.colour?.choices ?? []);
    if (!colour || whole === 0) return true;
    // A colour that somebody else took in this moment leaves one with value chips: they play as well.
    return (await this.store.act({ act: 'buy colour', colour, chip_value: chip, amount: whole }, 'seat')).ok;
  }

  private async busy(work: () => Promise<boolean>): Promise<boolean> {
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.isBusy = false;
    }
  }
}
