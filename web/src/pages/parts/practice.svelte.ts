/** Blackjack for oneself: the whole practice is the list of its acts, which this page keeps and sends along. */
import { ask } from '../../api/client';
import type { Act, BlackjackView, Fault, Legal, PracticeShown } from '../../api/types';
import { decisionAct, offeredBy, type Decision } from '../../games/blackjack/offers';
import { cellOf, millionths, Score } from './score';
import type { Hint } from './types';

const PATH = '/practice/blackjack';
const BOX = 1;
const HINT_TRIES = 5;
const HINT_WAIT = 2000;
export const YOU = 'you';

export class Practice {
  view = $state.raw<BlackjackView | null>(null);
  legal = $state.raw<Legal | null>(null);
  hint = $state.raw<Hint | null>(null);
  noHint = $state('');
  fault = $state.raw<Fault | null>(null);
  isBusy = $state(false);
  score = $state.raw(Score.kept());
  /** What is to be said of the last choice; nothing before the first of a round, and until its hint has come. */
  judged = $state.raw<{ choice: string; best: string; cost: number } | null>(null);

  private acts: string[] = [];
  private isOver = $state(false);
  private hinted: Promise<Hint | null> = Promise.resolve(null);

  readonly offered = $derived(offeredBy(this.legal));

  get canDeal(): boolean {
    return !this.isBusy && (this.view === null || this.view.betting || this.isOver);
  }

  get isInsurance(): boolean {
    return this.legal?.offers.some((each) => each.act === 'close insurance') ?? false;
  }

  /** A new round; a practice that is full begins anew, with another shoe. */
  async deal(amount: number): Promise<void> {
    if (!this.canDeal) return;
    this.judged = null;
    if (this.isOver) this.acts = [];
    const wager: Act = { act: 'wager', position: { kind: 'box', numbers: [BOX] }, amount };
    const begin = async () => this.acts.length > 0 || this.send(null);
    if (await this.busily(async () => (await begin()) && (await this.send(wager)) && this.send({ act: 'no more bets' }))) this.askHint();
  }

  /** One of the choices by its name in the hint; whatever it takes to carry it out. It is judged when its hint is there. */
  async choose(choice: string): Promise<void> {
    if (this.isBusy) return;
    const [hinted, cell] = [this.hinted, this.cell];
    this.judged = null;
    if (!(await this.busily(() => this.carryOut(choice)))) return;
    this.askHint();
    void hinted.then((hint) => hint && this.judge(hint, choice, cell));
  }

  /** Where the hand that is asked for stands on the chart; insurance has no place there. */
  private get cell(): { kind: string; held: string; up: string } {
    const { turn, boxes, dealer } = this.view?.shown ?? { turn: null, boxes: [], dealer: null };
    const hand = boxes.find((each) => each.number === turn?.box)?.hands.find((each) => each.id === turn?.hand);
    const up = dealer?.cards[0]?.rank;
    if (this.isInsurance || !hand || up === undefined) return { kind: 'insurance', held: '', up: up ?? '' };
    return cellOf(hand, up, this.offered.decisions.split !== undefined);
  }

  private judge(hint: Hint, choice: string, cell: { kind: string; held: string; up: string }): void {
    const chosen = hint.choices.find((each) => each.choice === choice);
    const best = hint.choices.find((each) => each.is_best);
    if (!chosen || !best) return;
    this.score = this.score.with({ ...cell, choice, best: best.choice, cost: millionths(chosen.cost) });
    this.judged = { choice, best: best.choice, cost: Number(chosen.cost) };
  }

  private async busily(work: () => Promise<boolean>): Promise<boolean> {
    this.isBusy = true;
    const isDone = await work();
    this.isBusy = false;
    return isDone;
  }

  private async carryOut(choice: string): Promise<boolean> {
    const { decisions, insurance, early } = this.offered;
    switch (choice) {
      case 'insure': {
        const [offer] = insurance;
        if (!offer?.amounts) return false;
        const act: Act = { act: 'wager', position: { kind: 'insurance', numbers: [offer.box] }, amount: offer.amounts.highest };
        return (await this.send(act)) && this.send({ act: 'close insurance' });
      }
      case 'settle early':
        return early[0] !== undefined && (await this.send({ act: choice, box: early[0].box })) && (!this.isInsurance || this.send({ act: 'close insurance' }));
      case 'wait':
        return this.send({ act: 'close insurance' });
      default: {
        const act = choice as Decision;
        const offer = decisions[act];
        return offer !== undefined && this.send(decisionAct(act, offer));
      }
    }
  }

  private async send(act: Act | null): Promise<boolean> {
    this.hint = null;
    const answer = await ask<PracticeShown>('POST', PATH, { acts: this.acts, act, hints: false });
    if (!answer.ok) {
      this.fault = answer.fault;
      return false;
    }
    const shown = answer.value;
    this.fault = null;
    this.acts = shown.acts;
    this.isOver = shown.is_over;
    this.view = shown.view as unknown as BlackjackView;
    this.legal = { number: 0, round: this.view.round, offers: shown.legal, awaits: shown.awaits, more: false, may_pass: false };
    return true;
  }

  /** The cards lie there at once, and the hint comes when it is reckoned: the first of a server takes some seconds. */
  private askHint(): void {
    this.noHint = '';
    this.hinted = this.view?.betting || this.isOver ? Promise.resolve(null) : this.hintOf(this.acts, HINT_TRIES);
  }

  private async hintOf(acts: string[], tries: number): Promise<Hint | null> {
    const answer = await ask<PracticeShown>('POST', PATH, { acts, act: null, hints: true });
    const hint = answer.ok ? (answer.value.hints[0] ?? null) : null;
    const isNow = acts === this.acts;
    if (isNow) {
      this.hint = hint;
      this.noHint = answer.ok ? answer.value.no_hint : answer.fault.why;
    }
    if (hint || tries <= 1) return hint;
    await new Promise((done) => setTimeout(done, HINT_WAIT));
    return this.hintOf(acts, tries - 1);
  }
}
