import { expect, test } from 'vitest';
import { actOf, cardsRead, cardsWritten, fieldsOf } from './form';
import { movedBy } from './moved';
import { actFor, detailOf, toChoose, toEnter } from './step';

const offer = (fields: Record<string, unknown>) => ({ act: 'void wager', role: 'dealer', fields: fields as never });
const red = { kind: 'red', numbers: [] };
const black = { kind: 'black', numbers: [] };

test('what is chosen first leaves of the rest what the offers that fit still have', () => {
  const offers = [
    offer({ player: { choices: ['ana'] }, position: { choices: [red] }, ground: { choices: ['late'] } }),
    offer({ player: { choices: ['bob'] }, position: { choices: [red] }, ground: { choices: ['late'] } }),
    offer({ player: { choices: ['bob'] }, position: { choices: [black] }, ground: { choices: ['late'] } }),
  ];
  expect(actOf('void wager', fieldsOf(offers, {}))).toBeNull();
  const ana = fieldsOf(offers, { player: 'ana' });
  expect(actOf('void wager', ana)).toEqual({ act: 'void wager', player: 'ana', position: red, ground: 'late' });
  const bob = fieldsOf(offers, { player: 'bob' });
  expect(bob[1]).toMatchObject({ choices: [red, black], value: undefined });
  expect(actOf('void wager', fieldsOf(offers, { player: 'bob', position: black }))).toMatchObject({ position: black });
  // What was chosen for another player is no choice any more.
  expect(actOf('void wager', fieldsOf(offers, { player: 'ana', position: black }))).toMatchObject({ position: red });
});

test('numbers keep their bounds and steps, words are not empty', () => {
  const offers = [offer({ amount: { lowest: 500, highest: 2000, step: 50 }, reason: { longest: 10 } })];
  const made = (amount: unknown, reason: string) => actOf('void wager', fieldsOf(offers, { amount, reason }));
  expect(made(550, ' because ')).toEqual({ act: 'void wager', amount: 550, reason: 'because' });
  for (const [amount, reason] of [[525, 'x'], [450, 'x'], [2050, 'x'], [undefined, 'x'], [500, '  '], [500, 'far too long it is']] as const) {
    expect(made(amount, reason)).toBeNull();
  }
});

test('limits begin as they stand, and nothing but a choice of null gives a wager back', () => {
  const sign = { minimum: 500, maximum: 50_000 };
  expect(actOf('post limits', fieldsOf([offer({ sign: { choices: [sign] } })], {}))).toEqual({ act: 'post limits', sign });
  expect(actOf('post limits', fieldsOf([offer({ sign: { choices: [sign] } })], { sign: null }))).toBeNull();
  const offers = [offer({ settle_as: { choices: [null, red] } })];
  expect(actOf('favour', fieldsOf(offers, {}))).toBeNull();
  expect(actOf('favour', fieldsOf(offers, { settle_as: null }))).toEqual({ act: 'favour', settle_as: null });
});

test('chips that move, by person and for the house; the layout only holds', () => {
  const moved = movedBy([
    { debit: 'stack:t1:ana:value', credit: 'layout:t1', amount: 17_500 },
    { debit: 'layout:t1', credit: 'float:t1', amount: 17_000 },
  ]);
  expect(moved).toEqual([['ana', -17_500], ['', 17_000]]);
});

test('how a step is taken: by one key, by a choice, or by what is entered', () => {
  const numbers = Array.from({ length: 37 }, (_, at) => at);
  const spin = { act: 'spin', role: 'dealer', fields: { number: { choices: numbers } } } as never;
  expect(toEnter(spin)).toMatchObject({ field: 'number', kind: 'numbers', isTyped: false });
  expect(actFor(spin, 'number', 17)).toEqual({ act: 'spin', number: 17 });
  const cut = { act: 'staff cut', role: 'dealer', fields: { at: { lowest: 52, highest: 260, step: 1 } } } as never;
  expect(toEnter(cut)).toMatchObject({ field: 'at', isTyped: true, lowest: 52, highest: 260 });
  const settle = { act: 'settle box', role: 'dealer', fields: { box: { choices: [5, 3] } } } as never;
  expect(toEnter(settle)).toBeNull();
  expect(toChoose(settle)).toEqual({ field: 'box', choices: [5, 3] });
  const announce = { act: 'announce', role: 'dealer', fields: { number: { choices: [17] }, colour: { choices: ['black'] } } } as never;
  const scene = { game: { game: 'roulette', pockets: [{ number: 17, colour: 'black' }] }, nameOf: String } as never;
  expect(toChoose(announce)).toBeNull();
  expect(detailOf(announce, (field) => field, scene)).toBe('number: 17 black');
});

test('the cards of a round are written anew, and what names no card gives no act', () => {
  const dealt = [
    { rank: 'T', suit: 'h' },
    { rank: '9', suit: 'd' },
  ];
  const offers = [offer({ cards: { choices: [dealt] } })];
  expect(cardsWritten(dealt)).toBe('Th 9d');
  expect(actOf('restate cards', fieldsOf(offers, {}))).toEqual({ act: 'restate cards', cards: dealt });
  const swapped = cardsRead(' 9D 10h ');
  expect(swapped).toEqual([dealt[1], dealt[0]]);
  expect(actOf('restate cards', fieldsOf(offers, { cards: swapped }))).toEqual({ act: 'restate cards', cards: swapped });
  expect(cardsRead('9d 1h')).toBeNull();
  expect(actOf('restate cards', fieldsOf(offers, { cards: cardsRead('9d 1h') }))).toBeNull();
});
