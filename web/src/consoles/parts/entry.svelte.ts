/** What is entered and not confirmed: it can be taken back, key by key. */
import type { CardFace } from '../../games/cards/faces';
import { keyOfValue } from './form';
import type { Value } from './types';

export type PadKind = 'cards' | 'numbers' | 'dice';

const RANKS = 'A23456789TJQK';
const SUITS = 'cdhs';
const DICE = 3;

/** Which pad enters such values; none where they are chosen from a list. */
export function padOf(choices: readonly Value[]): PadKind | null {
  const first = choices[0];
  if (choices.length < 2) return null;
  if (Array.isArray(first) && first.length === DICE) return 'dice';
  if (typeof first === 'object' && first !== null && 'rank' in first && 'suit' in first) return 'cards';
  return typeof first === 'number' && choices.length > 12 ? 'numbers' : null;
}

export class Entry {
  /** Keys that are not yet a whole thing. */
  typed = $state('');
  /** What was typed last and cannot be, such as 71 on a roulette wheel: what was entered before stays. */
  impossible = $state('');
  /** Whole things, in the order in which they were entered. */
  entered = $state.raw<readonly Value[]>([]);

  constructor(
    readonly kind: PadKind,
    private readonly choices: () => readonly Value[],
    /** Whether several may be entered, to be confirmed one after the other. */
    private readonly isMany = false,
  ) {}

  get isEmpty(): boolean {
    return this.typed === '' && this.entered.length === 0;
  }

  /** Whole, and among what may come. */
  get isReady(): boolean {
    return this.entered.length > 0 && this.typed === '';
  }

  /** Whether another digit could follow: 1 at roulette may become 17. */
  get mayGrow(): boolean {
    const soFar = this.shownNumber;
    return this.kind === 'numbers' && this.choices().some((each) => String(each) !== soFar && String(each).startsWith(soFar));
  }

  isOffered(value: Value): boolean {
    return this.find(value) !== undefined;
  }

  /** A key of the keyboard or of the pad; false where it means nothing here. */
  key(pressed: string): boolean {
    this.impossible = '';
    switch (this.kind) {
      case 'cards':
        return this.cardKey(pressed);
      case 'dice':
        return this.diceKey(pressed);
      default:
        return this.numberKey(pressed);
    }
  }

  /** A whole thing at once, from the pad. */
  put(value: Value): void {
    const found = this.find(value);
    if (found === undefined) return;
    this.impossible = '';
    this.typed = '';
    this.entered = this.isMany ? [...this.entered, found] : [found];
  }

  takeBack(): void {
    this.impossible = '';
    if (this.kind === 'numbers') return this.setNumber(this.shownNumber.slice(0, -1));
    if (this.typed !== '') this.typed = this.typed.slice(0, -1);
    else if (this.kind === 'dice' && this.entered.length > 0) {
      this.typed = (this.entered[0] as number[]).slice(0, -1).join('');
      this.entered = [];
    } else this.entered = this.entered.slice(0, -1);
  }

  clear(): void {
    this.impossible = '';
    this.typed = '';
    this.entered = [];
  }

  /** The first has been confirmed. */
  shift(): void {
    this.entered = this.entered.slice(1);
  }

  /** The faces that have been entered so far, also while some are missing. */
  get faces(): number[] {
    return this.entered.length ? (this.entered[0] as number[]) : [...this.typed].map(Number);
  }

  private find(value: Value): Value | undefined {
    const same = (wanted: Value) => this.choices().find((each) => keyOfValue(each) === keyOfValue(wanted));
    // Dice are read in any order; a result has them from lowest to highest.
    return same(value) ?? (Array.isArray(value) ? same([...(value as number[])].sort((one, other) => one - other)) : undefined);
  }

  private cardKey(pressed: string): boolean {
    const [rank, suit] = [pressed === '0' ? 'T' : pressed.toUpperCase(), pressed.toLowerCase()];
    if (this.typed !== '' && SUITS.includes(suit)) {
      const card: CardFace = { rank: this.typed, suit };
      if (!this.isOffered(card)) return false;
      this.put(card);
      return true;
    }
    if (!RANKS.includes(rank) || rank.length !== 1) return false;
    this.typed = rank;
    return true;
  }

  private diceKey(pressed: string): boolean {
    if (!/^[1-6]$/.test(pressed)) return false;
    if (this.entered.length) this.clear();
    this.typed += pressed;
    if (this.typed.length === DICE) this.put([...this.typed].map(Number));
    return true;
  }

  private numberKey(pressed: string): boolean {
    if (!/^\d$/.test(pressed)) return false;
    const more = String(Number(this.shownNumber + pressed));
    if (this.choices().some((each) => String(each).startsWith(more))) this.setNumber(more);
    else this.impossible = more;
    return true;
  }

  private get shownNumber(): string {
    return this.entered.length ? String(this.entered[0]) : this.typed;
  }

  private setNumber(text: string): void {
    const isWhole = text !== '' && this.isOffered(Number(text));
    this.entered = isWhole ? [Number(text)] : [];
    this.typed = isWhole ? '' : text;
  }
}
