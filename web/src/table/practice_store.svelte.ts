/**
 * A table to practise at: no clock, no money, nobody else, and no socket. The whole practice is the list of its acts, which
 * this page keeps and sends along; the server plays them by the rules, and draws what chance brings.
 */
import { ask } from '../api/client';
import type { ActAnswer } from '../api/stream';
import type { Act, Acts, LayoutView, Legal, Offer, PracticeShown, ShownEntry } from '../api/types';
import { PRACTICE, TableStore } from './store.svelte';

const YOU = 'you';

export class PracticeStore extends TableStore<LayoutView> {
  private acts: readonly string[] = [];
  private isOver = false;
  /** One act after the other: each is sent with all that came before it. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly game: string) {
    super(PRACTICE);
    // Nobody has to be anybody here.
    this.stopSession();
  }

  override start(): void {
    void this.send(null);
  }

  override act(act: Act, target: string): Promise<ActAnswer> {
    const asked = this.queue.then(() => this.perform(act, target));
    this.queue = asked;
    return asked;
  }

  private async perform(act: Act, target: string): Promise<ActAnswer> {
    const id = this.number + 1;
    this.pending = [...this.pending, { id, target, act }];
    if (this.refused?.target === target) this.refused = null;
    if (this.isOver) this.acts = [];
    // Whoever is alone at a table ends the betting as soon as they say so.
    const answer = await this.send(act.act === 'ready' ? { act: 'no more bets' } : act);
    this.pending = this.pending.filter((each) => each.id !== id);
    if (!answer.ok) this.refuse(target, answer.fault);
    return answer;
  }

  private async send(act: Act | null): Promise<ActAnswer> {
    const answer = await ask<PracticeShown>('POST', `/practice/${this.game}`, { acts: this.acts, act, hints: false });
    if (!answer.ok) return answer;
    this.hear(answer.value);
    return { ok: true, receipt: { table: PRACTICE, number: this.number, hash: '', time: this.time } };
  }

  /** Told as a table tells it: what happened, then one's own chips. */
  private hear(shown: PracticeShown): void {
    this.acts = shown.acts;
    this.isOver = shown.is_over;
    const time = Math.trunc(this.now());
    const first = this.number + 1;
    const entries: ShownEntry[] = shown.entries.map(({ line, act }, at) => ({ number: first + at, time, hash: '', line, act: act as never, reveal: '', seal: '' }));
    const number = this.number + entries.length;
    const heard = { table: PRACTICE, number, hash: '', time, seal: '', due: null, player: YOU, view: shown.view, now: time, names: {}, legal: this.legalOf(shown, number) };
    if (this.view === null) this.heardSnapshot({ type: 'snapshot', began: time, you: shown.you, entry: null, work: null, ...heard });
    else this.heardActs({ type: 'acts', entries, resumed: false, ...heard } as unknown as Acts);
    this.heardPurse(shown.you);
    this.line = 'open';
  }

  private legalOf({ legal, awaits, view }: PracticeShown, number: number): Legal {
    const { round, wagers } = view as unknown as LayoutView;
    const offers: Offer[] = legal.map((each) => (each.act === 'no more bets' ? { ...each, act: 'ready' } : each));
    return { number, round, offers: offers.filter((each) => each.act !== 'ready' || wagers.length > 0), awaits, more: false, may_pass: false };
  }
}
