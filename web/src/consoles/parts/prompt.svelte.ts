/** The step as it is shown and taken: whose turn it is, what is to be done, where the card goes, and what one key does. */
import type { Desk } from './desk.svelte';
import { NextSteps } from './next_step.svelte';
import { actName, capital, placeWords, valueWords, type Scene } from './say';
import { movementWords } from './step';
import type { ByRule, CardPlace } from './types';
import { words } from '../../words/staff';

const place = (each: CardPlace) => placeWords(each.box, each.number, each.hands);

export class Prompt {
  readonly next: NextSteps;
  /** The one button: what is entered leaves the focus there. */
  key = $state<{ focus: () => void }>();
  readonly work = $derived.by(() => this.desk.work);
  readonly due = $derived(this.work?.due.findLast((each) => each.role !== 'player') ?? this.work?.due.at(-1));
  readonly meanwhile = $derived(this.work?.due.filter((each) => each !== this.due) ?? []);
  private readonly isOwn = $derived.by(() => this.due?.role === this.desk.office);
  /** The step is this office's and not possible yet: tried all the same, it is refused with the reason. */
  readonly early = $derived.by(() => (!this.next.offer && this.isOwn ? this.work?.procedure.find((each) => each.due)?.act : undefined));
  /** What is due is this office's and cannot be done yet, although another step is possible: dice keyed in wrongly. */
  readonly stuck = $derived.by(() => (this.isOwn && this.next.offer ? (this.work?.procedure.find((each) => each.due && each.act !== this.next.offer?.act)?.refused ?? '') : ''));
  /** Somebody else's turn: nothing on this side can be pressed. */
  readonly isWaiting = $derived.by(() => !this.next.offer && !this.early);
  readonly kicker = $derived.by(() => {
    if (!this.isWaiting) return words.dealing.next;
    const turn = this.desk.blackjack?.shown.turn;
    if (turn?.decides) return words.dealing.waitsForPlayer(this.desk.nameOf(turn.decides), turn.box);
    // What a dealer has done by a player, the cut, waits for that player.
    return words.dealing.waitsFor(words.dealing.roles[this.isOwn ? 'player' : (this.due?.role ?? '')] ?? '');
  });
  readonly title = $derived.by(() => {
    if (!this.due) return '';
    if (!this.work?.cards.length || this.next.offer?.act !== 'deal') return capital(this.due.what);
    return this.next.target ? words.dealing.cardTo(place(this.next.target)) : words.dealing.cardsReady;
  });
  readonly by = $derived<ByRule | undefined>(this.due?.by);
  readonly then = $derived(capital(this.work?.then.map(place).join(', ') ?? ''));
  /** On the one button. */
  readonly label = $derived.by(() => {
    const { offer, enters, entry, chooses, movement } = this.next;
    if (!offer) return '';
    if (entry && enters && !entry.isEmpty) {
      if (entry.entered.length > 1) return words.dealing.confirmMany(entry.entered.length);
      return entry.isReady ? words.dealing.confirm(valueWords(enters.field, entry.entered[0], this.scene())) : actName(offer.act);
    }
    if (movement.length) return movementWords(movement, this.scene());
    return chooses && !entry ? `${actName(offer.act)}: ${valueWords(chooses.field, chooses.choices[0], this.scene())}` : actName(offer.act);
  });
  readonly heard = $derived.by(() => (this.due ? `${words.dealing.next}: ${this.title}, ${this.due.by.clause}` : ''));

  constructor(
    readonly desk: Desk,
    private readonly scene: () => Scene,
  ) {
    this.next = new NextSteps(desk);
  }

  /** Something was entered on a pad. */
  entered(): void {
    this.next.wasEntered();
    this.key?.focus();
  }

  takeBack(): void {
    this.next.takeBack();
    this.key?.focus();
  }
}
