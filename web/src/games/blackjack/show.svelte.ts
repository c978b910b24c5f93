/**
 * What is seen of a round, card by card. The server deals many cards in one moment: the eye gets them one after the
 * other, and chips and results as they stand once the cards lie there.
 */
import { announce } from '../../announcer.svelte';
import type { BlackjackView, RoundShown } from '../../api/types';
import type { Course } from '../../motion';
import { settings } from '../../settings.svelte';
import { sound } from '../../sound';
import { netOf } from '../../table/positions';
import type { News, TableStore } from '../../table/store.svelte';
import { words } from '../../words';
import { outcomeWords } from '../../table/outcome';
import { LANDED_MILLISECONDS } from './dealt';
import { dealerWords, endWords, handWords, isVoid } from './say';
import { DEALER, dealingOrder, dealtBy, handKey, hiddenOf, linesOf, type LineSeen } from './scene';

/** From one card to the next; quicker where many wait. */
const CARD_MILLISECONDS = 140;
/** The dealer's further cards decide the round: each is waited for. */
const DRAW_MILLISECONDS = 600;
const MANY_MILLISECONDS = 100;
const MANY = 8;

/** What a felt needs to know of a round: one that is shown card by card, or one that lies there. */
export type FeltSeen = Pick<Show, 'round' | 'hidden' | 'isBusy' | 'isDealing' | 'view'>;

export class Show {
  round = $state.raw<RoundShown | null>(null);
  /** Cards that are still on their way, by hand: a card that is laid concerns its own hand alone. */
  hidden = $state<Record<string, number>>({});
  isBusy = $state(false);
  /** Cards that appear now come from the shoe. */
  isDealing = $state(false);
  /** The last round that was seen to its end here: not one that was over before. */
  ended = $state(0);
  private waiting: News<BlackjackView>[] = [];

  constructor(private readonly store: TableStore<BlackjackView>) {
    store.onNews((news) => this.heard(news));
  }

  /** The table as it is seen: behind the store's while cards are on their way. */
  get view(): BlackjackView | null {
    return this.store.presented.view;
  }

  /** How the wagers of this round, or of the last one, ended: those that are decided by now. */
  get lines(): LineSeen[] {
    return this.view ? linesOf(this.view) : [];
  }

  /** Whether the round that is seen is over. */
  get isOver(): boolean {
    return !this.isBusy && (this.view?.betting ?? true);
  }

  private heard(news: News<BlackjackView>): void {
    if (news.isLate || !news.before) {
      this.store.timeline.cancel();
      this.waiting = [];
      this.isBusy = this.isDealing = false;
      this.catchUp(news.after);
      this.store.letGo();
      return;
    }
    if (!settings.isStill && (this.isBusy || dealtBy(news.entries).length > 0)) this.store.holdBack();
    this.waiting.push(news);
    if (!this.isBusy) void this.play();
  }

  private catchUp(view: BlackjackView): void {
    this.store.presented.show(view);
    // The last round's cards leave with one's own first wager on the next.
    this.round = view.betting && this.hasOwnWager(view) ? null : view.shown;
    this.hidden = {};
  }

  private hasOwnWager(view: BlackjackView): boolean {
    return view.boxes.some((box) => box.stakes?.some((each) => each.player === this.store.me));
  }

  private async play(): Promise<void> {
    const course = this.store.timeline.begin();
    this.isBusy = true;
    for (let news = this.waiting.shift(); news; news = this.waiting.shift()) {
      // Where nothing moves nothing waits either: every message is shown in the moment in which it came.
      if (settings.isStill) this.showAtOnce(news);
      else if (!(await this.showInMotion(news, course))) return;
    }
    this.isBusy = false;
    this.store.letGo();
  }

  private showAtOnce(news: News<BlackjackView>): void {
    this.catchUp(news.after);
    this.tell(news);
  }

  /** Whether it was shown to its end. */
  private async showInMotion(news: News<BlackjackView>, course: Course): Promise<boolean> {
    const { entries, after, before } = news;
    const order = dealingOrder(after.shown, dealtBy(entries));
    if (before?.betting && !after.betting) this.called();
    if (order.length > 0) {
      this.round = after.shown;
      this.hidden = hiddenOf(order);
      // The places of the cards are there before the first of them comes.
      if (!(await course.frame())) return false;
      this.isDealing = true;
      for (const key of order) {
        this.hidden[key] = (this.hidden[key] ?? 1) - 1;
        sound.card();
        if (!(await course.pause(this.paceOf(key, order.length)))) return false;
      }
      // What changes with the last card waits until it lies there.
      if (!(await course.pause(Math.max(0, LANDED_MILLISECONDS - this.paceOf(order.at(-1) as string, order.length))))) return false;
      this.isDealing = false;
      if (!(await course.frame())) return false;
    }
    this.catchUp(after);
    if (!(await course.frame())) return false;
    this.tell(news);
    return true;
  }

  private paceOf(key: string, count: number): number {
    if (count + this.waiting.length > MANY) return MANY_MILLISECONDS;
    const laid = (this.round?.dealer?.cards.length ?? 0) - (this.hidden[key] ?? 0);
    return key === handKey(DEALER, 0) && laid > 1 ? DRAW_MILLISECONDS : CARD_MILLISECONDS;
  }

  private called(): void {
    sound.bell();
    announce(words.blackjack.called, true);
  }

  /** What happened, in words: cards on boxes of one's own, the dealer's, and how one's wagers ended. */
  private tell({ entries, before, after }: News<BlackjackView>): void {
    if (!before) return;
    if (settings.isStill && before.betting && !after.betting) this.called();
    const changed = new Set(dealingOrder(after.shown, dealtBy(entries)));
    const said = after.shown.boxes
      .filter((box) => box.bettors.includes(this.store.me))
      .flatMap((box) => box.hands.filter((hand) => changed.has(handKey(box.number, hand.id))).map((hand) => handWords(box, hand)));
    if (changed.has(handKey(DEALER, 0))) said.push(dealerWords(after.shown.dealer));
    if (after.shown.insurance === 'called' && before.shown.insurance !== 'called') said.push(words.blackjack.insuranceAsk);
    if (after.betting && !before.betting) {
      this.ended = after.round;
      said.push(...this.endSaid(after));
    }
    if (said.length > 0) announce(said.join(' '), after.betting);
  }

  private endSaid(view: BlackjackView): string[] {
    if (isVoid(view.settled)) return [words.blackjack.roundVoid];
    const own = netOf(view.settled, this.store.me);
    if (own.count === 0) return [];
    return [...endWords(view, this.store.me), outcomeWords(own)];
  }
}
