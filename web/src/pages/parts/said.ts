/** What a step of a round says, for people: who did it, and the act with its amount in the page's own format. */
import { money } from '../../format';
import { words } from '../../words';
import { steps } from '../../words/steps';

export interface Said {
  who: string;
  what: string;
  /** A step that only lets time pass, or has no act at all. */
  isQuiet: boolean;
}

/** A line in the notation, and the same act in JSON. */
export interface Line {
  line: string;
  act: Readonly<Record<string, unknown>> | null;
}

export function saidOf(step: Line, names: Readonly<Record<string, string>>): Said {
  const found = /^(?<actor>[^:]+): (?<said>.*)$/s.exec(step.line);
  if (!found?.groups || !step.act) return { who: words.round.house, what: words.round.note, isQuiet: true };
  if (step.act.act === 'clock') return { who: words.round.house, what: words.round.clock, isQuiet: true };
  const { actor = '', said = '' } = found.groups;
  const named = said.replace(PERSON, (id) => names[id] || id);
  return { who: names[actor] ?? words.round.roles[actor] ?? actor, what: withCards(inSentence(withAmount(named, step.act.amount))), isQuiet: false };
}

/** An opaque id, wherever it stands in a line. */
export const PERSON = /\b(?:p[a-z2-7]{12}|q[a-z2-7]{16})\b/g;

/** `wager $10.00 on 17` as `wagers $10.00 on 17`: what follows the name of whoever did it. */
function inSentence(said: string): string {
  const [pattern, sentence] = steps.find(([each]) => each.test(said)) ?? [];
  return pattern && sentence ? said.replace(pattern, sentence) : said;
}

/** The notation counts dollars: `wager 10 on 17`. */
function withAmount(said: string, amount: unknown): string {
  return typeof amount === 'number' ? said.replace(/\d[\d,]*(?:\.\d+)?/, money(amount)) : said;
}

const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** `card Th` as `card 10♥`; also in results such as `dealer Kh 7c`. */
export function withCards(text: string): string {
  return text.replace(/\b([2-9TJQKA])([cdhs])\b/g, (_, rank: string, suit: string) => `${rank === 'T' ? '10' : rank}${SIGNS[suit]}`);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
