/** A table as somebody in an office has it before him: the public table, and what is his to do there. */
import { ask, get, newKey, type Answer } from '../../api/client';
import type { Act, Acts, BlackjackView, Receipt, ShownEntry, Snapshot } from '../../api/types';
import { session } from '../../session.svelte';
import { TableStore, type AnyView } from '../../table/store.svelte';
import { latestOf } from './latest';
import type { Considered, Offers, Office, Work } from './types';

const KEPT_ENTRIES = 40;
const TRIES = 4;
const WAIT = 700;

export class Desk extends TableStore<AnyView> {
  work = $state.raw<Work | null>(null);
  /** The latest entries, the newest first. */
  journal = $state.raw<readonly ShownEntry[]>([]);
  isBusy = $state(false);

  constructor(
    id: string,
    readonly office: Office,
  ) {
    super(id, 0, { as: office });
    this.onNews(({ entries, isLate }) => {
      if (isLate && entries.length === 0) void this.readJournal();
      else this.journal = latestOf(this.journal, entries, KEPT_ENTRIES);
    });
  }

  /** Asked for once: a socket cannot say why somebody without the office is turned away. */
  override start(): void {
    super.start();
    void this.freshLegal();
  }

  get blackjack(): BlackjackView | null {
    return this.view && 'boxes' in this.view ? this.view : null;
  }

  override nameOf(person: string): string {
    return (session.me?.id === person && session.me.name) || this.work?.names[person] || super.nameOf(person);
  }

  protected override get toldNumber(): number {
    return this.work?.number ?? -1;
  }

  protected override hearOwn(message: Snapshot | Acts): void {
    if (message.work) this.work = message.work;
  }

  protected override async freshLegal(): Promise<void> {
    const answer = await get<Work>(`/tables/${this.id}/working?as=${encodeURIComponent(this.office)}`);
    if (answer.ok && answer.value.number >= this.toldNumber) this.work = answer.value;
    else if (!answer.ok && answer.status !== 0) this.refuse('table', answer.fault);
  }

  /** Every offer of one kind of act. */
  offersOf(act: string): Promise<Answer<Offers>> {
    return get<Offers>(`/tables/${this.id}/working/offers?as=${encodeURIComponent(this.office)}&act=${encodeURIComponent(act)}`);
  }

  /** What it would do; nothing is done. */
  consider(act: Act): Promise<Answer<Considered>> {
    return ask<Considered>('POST', `/tables/${this.id}/consider`, { act, key: newKey(), as: this.office });
  }

  /** Done once, however often the line breaks. What is refused stands next to `target`. */
  async perform(act: Act, target: string): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refused = null;
    const body = { act, key: newKey(), as: this.office };
    let answer = await ask<Receipt>('POST', `/tables/${this.id}/acts`, body);
    for (let tried = 1; !answer.ok && answer.status === 0 && tried < TRIES; tried += 1) {
      await new Promise((done) => setTimeout(done, WAIT));
      answer = await ask<Receipt>('POST', `/tables/${this.id}/acts`, body);
    }
    if (answer.ok) await this.told(answer.value.number);
    this.isBusy = false;
    if (!answer.ok) this.refuse(target, answer.fault);
    return answer.ok;
  }

  // Duty

  takeDuty(): Promise<boolean> {
    return this.duty('POST');
  }

  /** One's own, or, for a supervisor, the dealer's. */
  endDuty(): Promise<boolean> {
    return this.duty('DELETE');
  }

  private async duty(method: string): Promise<boolean> {
    this.refused = null;
    const answer = await ask<unknown>(method, `/tables/${this.id}/duty`);
    if (!answer.ok) this.refuse('duty', answer.fault);
    else if (this.work) this.work = { ...this.work, dealer: method === 'POST' ? (session.me?.id ?? '') : '' };
    return answer.ok;
  }

  protected async readJournal(): Promise<void> {
    const after = Math.max(0, this.number - KEPT_ENTRIES);
    const answer = await get<{ entries: ShownEntry[] }>(`/tables/${this.id}/acts?after=${after}&most=${KEPT_ENTRIES}`);
    if (answer.ok) this.journal = latestOf(answer.value.entries, this.journal, KEPT_ENTRIES);
  }
}
