/** What the server offers one to do now, sorted by what the page has a control for. */
import type { Legal, Offer, TableAct } from '../../api/types';

export const DECISIONS = ['draw', 'stand', 'double', 'split'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The letter that decides, as players know them: hit, stand, double, split (pair), insurance, no insurance. */
export const KEYS: Record<Decision | 'insurance' | 'pass', string> = { draw: 'h', stand: 's', double: 'd', split: 'p', insurance: 'i', pass: 'n' };

export interface Amounts {
  lowest: number;
  highest: number;
  step: number;
  /** Single amounts beside these that are good too. */
  also?: number[];
}

export interface Choice {
  act: string;
  box: number;
  amounts: Amounts | null;
}

export interface Offered {
  decisions: Partial<Record<Decision, Choice>>;
  /** Hands on which the whole wager may be put after somebody else split: the first or the second. */
  choosing: { box: number; hands: number[] } | null;
  insurance: Choice[];
  early: Choice[];
  /** The house waits only in case one asks for something: one may say that one does not. */
  mayPass: boolean;
  refusing: Choice | null;
  cut: { lowest: number; highest: number } | null;
  seats: number[];
  canLeave: boolean;
}

function choices(offer: Offer, field: string): unknown[] {
  return offer.fields[field]?.choices ?? [];
}

function amountsOf(offer: Offer): Amounts | null {
  const field = offer.fields.amount;
  if (field?.lowest == null || field.highest == null) return null;
  return { lowest: field.lowest, highest: field.highest, step: field.step ?? 1 };
}

function choiceOf(offer: Offer): Choice {
  return { act: offer.act, box: Number(choices(offer, 'box')[0] ?? 0), amounts: amountsOf(offer) };
}

function insuranceOf(offer: Offer): Choice[] {
  const position = choices(offer, 'position')[0] as { kind: string; numbers: number[] } | undefined;
  return position?.kind === 'insurance' ? [{ act: 'wager', box: position.numbers[0] ?? 0, amounts: amountsOf(offer) }] : [];
}

export function offeredBy(legal: Legal | null): Offered {
  const offers = legal?.offers.filter((each) => each.role === 'player') ?? [];
  const named = (act: string): Offer[] => offers.filter((each) => each.act === act);
  const first = (act: string): Offer | undefined => named(act)[0];
  const decisions: Offered['decisions'] = {};
  for (const act of DECISIONS) {
    const offer = first(act);
    if (offer) decisions[act] = choiceOf(offer);
  }
  const [choosing, cut, refusing] = [first('choose hand'), first('cut'), first('refuse card')];
  return {
    decisions,
    choosing: choosing ? { box: choiceOf(choosing).box, hands: choices(choosing, 'hand').map(Number) } : null,
    insurance: named('wager').flatMap(insuranceOf),
    early: named('settle early').map(choiceOf),
    mayPass: legal?.may_pass ?? false,
    refusing: refusing ? choiceOf(refusing) : null,
    cut: cut?.fields.at?.lowest != null && cut.fields.at.highest != null ? { lowest: cut.fields.at.lowest, highest: cut.fields.at.highest } : null,
    seats: named('sit').flatMap((each) => choices(each, 'box').map(Number)),
    canLeave: first('leave seat') !== undefined,
  };
}

/** Whether one is asked to decide something now, and a clock may be running. */
export function isAsked(offered: Offered): boolean {
  return Object.keys(offered.decisions).length > 0 || offered.choosing !== null || offered.insurance.length > 0 || offered.early.length > 0 || offered.mayPass || offered.refusing !== null;
}

/** Whether the amount may be chosen. */
export function isFlexible({ amounts }: Choice): boolean {
  return amounts !== null && amounts.lowest < amounts.highest;
}

/** A typed amount as the server would take it: within bounds, in whole steps. */
export function fitting(amount: number, { lowest, highest, step }: Amounts): number {
  return Math.min(highest, Math.max(lowest, Math.round(amount / step) * step));
}

/** A decision as it is asked for; doubling is for the whole wager where nothing less is said. */
export function decisionAct(act: Decision, { box, amounts }: Choice, amount = amounts?.highest ?? 0): TableAct {
  switch (act) {
    case 'draw':
      return { act, box };
    case 'stand':
      return { act, box };
    case 'split':
      return { act, box };
    case 'double':
      return { act, box, amount };
  }
}
