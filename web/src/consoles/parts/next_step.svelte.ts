/**
 * How the next step is taken: by one key, by several steps of one movement, or by something that is entered first. What
 * may follow what is the server's to say: each act is the one that it offers at that moment.
 */
import { untrack } from 'svelte';
import { offeredAct, type Offer } from '../../api/types';
import { atOnce } from './at_once.svelte';
import type { Desk } from './desk.svelte';
import { Entry } from './entry.svelte';
import { actFor, toChoose, toEnter } from './step';
import type { CardPlace, Value } from './types';

export const NEXT = 'next';
/** So long something whole can be taken back before it goes by itself. */
export const GRACE = 800;
/** So long after it went by itself, Enter is still meant for what went. */
const LATE_ENTER = 700;
const MOST_STEPS = 24;
/** A key that follows another one so soon was typed by a scanner: it is part of a result, and no word of its own. */
const SCAN_GAP = 30;
const ENTER = 'Enter';

interface Pressed {
  key: string;
  /** When, in milliseconds. */
  at: number;
}

export class NextSteps {
  /** Another step that is also possible now, once it was asked for: dice keyed in again. */
  turnedTo = $state('');
  /** Something whole is about to go by itself. */
  isGoing = $state(false);
  isRunning = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Something has just gone by itself: Enter is still meant for that. */
  private isQuiet = $state(false);
  private waiting: Pressed[] = [];
  private last = -Infinity;

  readonly steps = $derived.by(() => this.desk.work?.steps ?? []);
  readonly offer = $derived.by<Offer | undefined>(() => this.steps.find((each) => each.act === this.turnedTo) ?? this.steps[0]);
  readonly others = $derived(this.steps.filter((each) => each.act !== this.offer?.act));
  readonly enters = $derived(toEnter(this.offer));
  readonly chooses = $derived(toChoose(this.offer));
  private readonly entryKey = $derived(this.enters ? `${this.offer?.act} ${this.enters.field}` : '');
  readonly entry = $derived.by(() => {
    if (!this.entryKey) return null;
    return untrack(() => new Entry(this.enters?.kind ?? 'numbers', () => this.enters?.choices ?? [], this.enters?.kind === 'cards'));
  });
  /** The acts that one key does from here. */
  readonly movement = $derived.by(() => (this.turnedTo ? [] : (this.desk.work?.movement ?? [])));
  readonly signals = $derived.by(() => this.desk.work?.signals ?? []);
  readonly isReady = $derived.by(() => {
    if (this.isHeld || !this.offer) return false;
    // What is entered meanwhile is meant; an Enter alone is still for what went.
    if (this.isQuiet && !this.entry?.isReady) return false;
    return !this.entry || this.entry.isReady || (this.entry.isEmpty && this.movement.length > 0);
  });
  /** Where the card goes that is entered next: those before it have their places already. */
  readonly target = $derived.by<CardPlace | undefined>(() => {
    const cards = this.desk.work?.cards ?? [];
    return cards[this.entry?.entered.length ?? 0];
  });

  constructor(readonly desk: Desk) {}

  private get isHeld(): boolean {
    return this.desk.isBusy || this.isRunning;
  }

  /** An Enter behind keys that wait for the table waits with them; one alone is for nothing that comes. */
  queuesEnter(): boolean {
    if (!this.isHeld || this.waiting.length === 0) return false;
    this.waiting.push({ key: ENTER, at: performance.now() });
    return true;
  }

  /** What a scanner typed where it could not be entered: as if it were typed now. */
  typeLater(keys: readonly string[]): void {
    const at = performance.now();
    this.waiting.push(...keys.map((key) => ({ key, at })));
    if (!this.isHeld) this.goOnTyping();
  }

  /** Enter, or the button: what is entered, or the whole movement, or the one step. */
  async take(value?: Value): Promise<void> {
    if (this.isReady) await this.go(value);
  }

  /** The first step of the movement alone. */
  async takeOne(): Promise<void> {
    const [first] = this.movement;
    if (this.isReady && first) await this.desk.perform(actFor(first), NEXT);
  }

  /** A key that enters something, or shows what a player shows; false where it means nothing here. */
  key(pressed: string, at = performance.now()): boolean {
    if (this.isHeld) {
      this.waiting.push({ key: pressed, at });
      return true;
    }
    const isScanned = at - this.last < SCAN_GAP;
    this.last = at;
    if (this.entry?.key(pressed)) {
      this.desk.forgive();
      this.wait();
      return true;
    }
    if (this.isGoing) {
      // The card is whole, and the key is for what follows it.
      this.waiting.push({ key: pressed, at });
      void this.go();
      return true;
    }
    // The suit of a card that is not due is no decision of a player's.
    if (isScanned) return true;
    const signal = this.signalAt(pressed);
    if (signal) void this.show(signal);
    return signal !== undefined;
  }

  /** Entered on the pad: a number that was pressed is meant, whatever digits could follow it. */
  wasEntered(): void {
    this.desk.forgive();
    this.wait(this.entry?.kind === 'numbers' && this.entry.isReady && !this.enters?.isTyped);
  }

  takeBack(): void {
    this.stopGoing();
    this.entry?.takeBack();
  }

  /** What a player shows by hand. The dealer enters the most that may be added: less is said in words. */
  async show(signal: Offer, chosen: Record<string, Value> = {}): Promise<void> {
    if (this.desk.isBusy || this.isRunning) return;
    const fields = Object.entries(signal.fields).map(([name, field]) => [name, chosen[name] ?? field.choices?.[0] ?? field.highest]);
    await this.desk.perform(offeredAct(signal.act, Object.fromEntries(fields)), NEXT);
    this.goOnTyping();
  }

  private signalAt(pressed: string): Offer | undefined {
    const act = SIGNAL_KEYS[pressed];
    if (act) return this.signals.find((each) => each.act === act);
    return this.signals.find((each) => each.act === 'wager' && String((each.fields.position?.choices?.[0] as { numbers?: number[] })?.numbers?.[0]) === pressed);
  }

  /** Whether nothing more can be added to what is entered. */
  private get isWhole(): boolean {
    const entry = this.entry;
    if (!entry?.isReady) return false;
    const due = this.desk.work?.cards.length ?? 0;
    if (entry.kind === 'cards') return due > 0 && entry.entered.length >= due;
    return entry.kind === 'dice' || (!this.enters?.isTyped && !entry.mayGrow);
  }

  private wait(isMeant = false): void {
    this.stopGoing();
    if (!atOnce.isOn || !(isMeant || this.isWhole)) return;
    this.isGoing = true;
    this.timer = setTimeout(() => {
      this.isQuiet = true;
      setTimeout(() => (this.isQuiet = false), LATE_ENTER);
      void this.go();
    }, GRACE);
  }

  stopGoing(): void {
    clearTimeout(this.timer);
    this.isGoing = false;
  }

  private get movementDue(): string {
    return this.desk.work?.procedure.find((each) => each.due)?.movement ?? '';
  }

  private async go(value?: Value): Promise<void> {
    this.stopGoing();
    const [doing, entering, field] = [this.offer, this.entry, this.enters?.field ?? this.chooses?.field];
    if (!doing) return;
    const movement = this.movementDue;
    this.isRunning = true;
    let isDone: boolean;
    if (entering?.isReady) isDone = await this.deal(entering, doing, field);
    else if (this.movement.length > 0 && value === undefined) isDone = true;
    else isDone = await this.desk.perform(actFor(doing, field, value ?? this.chooses?.choices[0]), NEXT);
    if (isDone && movement) await this.followUp(movement);
    this.turnedTo = '';
    this.isRunning = false;
    this.goOnTyping();
  }

  /** Cards one after the other, until one is refused: what was not dealt stays entered while cards are due. */
  private async deal(entering: Entry, doing: Offer, field?: string): Promise<boolean> {
    while (entering.entered.length) {
      if (!(await this.desk.perform(actFor(doing, field, entering.entered[0]), NEXT))) return false;
      entering.shift();
    }
    return true;
  }

  /** The steps of one movement, each as it is offered when its turn comes. */
  private async followUp(movement: string): Promise<void> {
    for (let taken = 0; taken < MOST_STEPS && this.movementDue === movement; taken += 1) {
      const next = this.desk.work?.movement[0];
      if (!next || !(await this.desk.perform(actFor(next), NEXT))) return;
    }
  }

  /** Keys that were pressed while the table was busy. */
  private goOnTyping(): void {
    for (const { key, at } of this.waiting.splice(0)) {
      if (key !== ENTER) this.key(key, at);
      else if (!this.queuesEnter() && this.entry?.isReady) void this.take();
    }
  }
}

export const SIGNAL_KEYS: Record<string, string> = { s: 'stand', h: 'draw', d: 'double', p: 'split', e: 'settle early', x: 'refuse card' };
