/** A line of the record, as `dealer p_1: spin 17`, with people by their names, and amounts and cards as everywhere. */
import type { ShownEntry } from '../../api/types';
import { cents, money } from '../../format';
import { PERSON, saidOf } from '../../pages/parts/said';
import { words } from '../../words/staff';

export function writtenOf(entry: Pick<ShownEntry, 'line' | 'act'>, nameOf: (id: string) => string): { who: string; what: string } {
  const actor = entry.line.slice(0, Math.max(0, entry.line.indexOf(': ')));
  const { office = '', id = '' } = /^(?<office>[a-z ]+?) (?<id>\S+)$/.exec(actor)?.groups ?? {};
  const role = words.dealing.written[office];
  // Of somebody who works here and whose name has not been told, the office says enough.
  const who = role ? `${role} ${nameOf(id) === id ? '' : nameOf(id)}`.trim() : (words.round.roles[actor] ?? nameOf(actor));
  return { who, what: saidOf({ line: entry.line, act: entry.act ?? null }, {}).what.replace(PERSON, nameOf) };
}

const AMOUNT = /^(grant|forfeit|claim|unwind|pay out|return|cover) (\d+(?:\.\d\d?)?)/;

/** A note of a journal, as `grant 1000 to p_1`, with people by their names and amounts as everywhere. */
export function noteWords(note: string, nameOf: (id: string) => string): string {
  const counted = note.replace(AMOUNT, (_, verb: string, amount: string) => `${verb} ${money(cents(amount) ?? 0)}`);
  return counted.replace(PERSON, nameOf);
}
