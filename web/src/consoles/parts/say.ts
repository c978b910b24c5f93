/** What values of fields are called. Positions, pockets and sections have their names from the server. */
import type { BlackjackShown, MoneyWheelShown, RouletteShown, TaiSaiShown } from '../../api/types';
import { corner, type CardFace } from '../../games/cards/faces';
import { money } from '../../format';
import { keyOf } from '../../table/positions';
import type { AnyView } from '../../table/store.svelte';
import { words } from '../../words/staff';
import type { GroundShown, Value } from './types';

export type AnyGame = RouletteShown | MoneyWheelShown | TaiSaiShown | BlackjackShown;

/** By what things are named: the game as the server tells it, and who people are. */
export interface Scene {
  game: AnyGame;
  nameOf: (person: string) => string;
  grounds?: readonly GroundShown[];
  /** The table as it stands, where something is to be pointed at. */
  view?: AnyView | null;
}

const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

export function cardWords(card: CardFace): string {
  return `${corner(card)}${SIGNS[card.suit] ?? card.suit}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function positionWords(position: { kind: string; numbers?: readonly number[] }, scene: Scene): string {
  if (scene.game.game === 'blackjack') {
    return `${words.dealing.boxKinds[position.kind] ?? capital(position.kind)} ${position.numbers?.join(', ') ?? ''}`.trim();
  }
  const found = scene.game.positions.find((each) => keyOf(each) === keyOf(position));
  return capital(found?.name ?? keyOf(position));
}

/** A value of the field of that name. */
export function valueWords(field: string, value: Value, scene: Scene): string {
  if (value === null) return words.dealing.givenBack;
  if (typeof value === 'boolean') return value ? words.dealing.yes : words.dealing.no;
  if (Array.isArray(value)) return field === 'admitted' ? value.map((each) => scene.nameOf(String(each))).join(', ') : value.join(' · ');
  if (typeof value === 'object') return objectWords(value as Record<string, unknown>, scene);
  if (typeof value === 'number') return numberWords(field, value, scene);
  return textWords(field, String(value), scene);
}

function objectWords(value: Record<string, unknown>, scene: Scene): string {
  if ('rank' in value) return cardWords(value as unknown as CardFace);
  if ('minimum' in value) return words.dealing.limits(money(Number(value.minimum)), money(Number(value.maximum)));
  return positionWords(value as { kind: string; numbers?: number[] }, scene);
}

function numberWords(field: string, value: number, { game }: Scene): string {
  if (field === 'amount') return money(value);
  if (field === 'box') return value === 0 ? words.dealing.dealersBox : words.dealing.box(value);
  if (field === 'hand') return words.dealing.handNumber(value);
  if (field === 'number' && game.game === 'roulette') {
    const colour = game.pockets.find((each) => each.number === value)?.colour ?? '';
    return `${value} ${words.roulette.colours[colour] ?? ''}`.trim();
  }
  if (field === 'section' && game.game === 'money-wheel') return `${value} · ${game.sections[value - 1]?.name ?? ''}`;
  return String(value);
}

function textWords(field: string, value: string, { nameOf, grounds = [] }: Scene): string {
  if (field === 'player') return nameOf(value);
  if (field === 'chips') return words.dealing.chipKinds[value] ?? value;
  if (field === 'ground') return value === '' ? words.dealing.noGround : capital(grounds.find((each) => each.ground === value)?.words ?? value);
  return capital(value);
}

export function actName(act: string): string {
  return words.dealing.acts[act]?.name ?? capital(act);
}

/** `box 3`, `box 3, hand 2`, `the dealer`. */
export function placeWords(box: number, hand = 1, hands = 1): string {
  if (box === 0) return words.dealing.dealersHand;
  return hands > 1 ? words.dealing.handPlace(box, hand) : words.dealing.boxPlace(box);
}
