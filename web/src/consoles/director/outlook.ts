/** What an act would do in a tournament, in sentences. What it does, and by which clause, the server has said. */
import { moment, money, signed } from '../../format';
import { ordinal } from '../../tournament/say';
import type { Entry, Foreseen, Session, TournamentShown } from '../../tournament/types';
import { words } from '../../words/staff';
import { movedBy } from '../parts/moved';
import type { Due } from '../parts/types';

export interface Line {
  text: string;
  rule?: string | { clause: string; ruling?: string | null } | null;
}
export interface Part {
  title: string;
  lines: Line[];
}

/** The tournament as it stands, and what people are called. */
export interface Standing {
  view: TournamentShown['view'];
  entries: readonly Entry[];
  nameOf: (person: string) => string;
  /** A text with names in place of ids. */
  named: (text: string) => string;
  /** The same, without the name of whom it is about. */
  workingOf: (player: string, working: string) => string;
}

const NAMED = 8;
const w = words.directing.would;

export function partsOf(change: Foreseen, now: Standing): Part[] {
  const parts: Part[] = [
    { title: w.tournament, lines: change.phase !== now.view.phase && w.phases[change.phase] ? [{ text: w.phases[change.phase] as string }] : [] },
    { title: w.people, lines: fates(change, now) },
    { title: w.tables, lines: tables(change, now) },
    { title: w.goOn, lines: goingOn(change, now) },
    { title: w.places, lines: places(change, now) },
    { title: w.money, lines: moneyLines(change, now) },
    { title: w.remarks, lines: change.remarks.map((each) => ({ text: now.named(each), rule: 'D7 6.4 (T43)' })) },
    { title: w.start, lines: change.starts !== now.view.starts && change.starts !== null ? [{ text: moment(change.starts) }] : [] },
    { title: w.director, lines: change.director_present !== now.view.director_present ? [{ text: change.director_present ? w.present : w.away }] : [] },
    { title: w.then, lines: next(change) },
  ];
  return parts.filter((each) => each.lines.length > 0);
}

function listed(people: readonly string[], { nameOf }: Standing): string {
  const names = people.slice(0, NAMED).map(nameOf);
  return people.length > NAMED ? `${names.join(', ')}, ${w.more(people.length - NAMED)}` : names.join(', ');
}

/** Whoever shares a fate, and the clause of it, shares a line. */
function fates(change: Foreseen, now: Standing): Line[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of change.entries) {
    const was = now.entries.find((each) => each.player === entry.player);
    if (was?.status === entry.status && was.working === entry.working) continue;
    const key = JSON.stringify([entry.status, entry.rule, entry.working]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((equal) => {
    const [{ status, working, rule }] = equal as [Entry];
    const said = w.fate(
      listed(equal.map((each) => each.player), now),
      equal.length,
      words.tournament.others[status ?? ''] ?? String(status),
    );
    return { text: working ? `${said} (${now.named(working)})` : said, rule: rule ?? null };
  });
}

function tables(change: Foreseen, now: Standing): Line[] {
  return [
    ...change.sessions.map((session) => ({ text: sessionText(session, now) })),
    ...change.gone.map((number) => ({ text: w.gone(words.tournament.session(number)) })),
    ...(change.to_seat > 0 && change.sessions.length > 0 ? [{ text: w.toSeat(change.to_seat) }] : []),
  ];
}

function sessionText(session: Session, now: Standing): string {
  const was = now.view.sessions.find((each) => each.number === session.number);
  const name = session.play_off ? words.tournament.sessionOf(session.number, words.tournament.playOffSession) : words.tournament.session(session.number);
  const people = session.seats.filter((each) => each !== '');
  if (session.tally) return w.counted(name, session.tally.counts.map((each) => `${now.nameOf(each.player)} ${money(each.chips)}`).join(', '));
  if (session.begun && !was?.begun) return w.opens(name, listed(people, now), money(session.chips));
  if (!session.begun && was?.begun) return w.waits(name);
  return people.length === 0 ? w.toDraw(name, session.seats.length) : w.seated(name, listed(people, now));
}

function goingOn(change: Foreseen, now: Standing): Line[] {
  // Finalists go nowhere: they have their places.
  const placed = new Set(change.placings.flatMap((each) => each.players));
  const left = change.not_through.filter((each) => !placed.has(each));
  return [
    ...change.through.map(({ player, working, rule }) => ({ text: `${now.nameOf(player)}: ${now.workingOf(player, working)}`, rule })),
    ...(left.length > 0 ? [{ text: w.notOn(listed(left, now)) }] : []),
    ...(change.tied.length > 0 ? [{ text: w.tied(listed(change.tied, now)) }] : []),
    ...(change.lots.length > 0 ? [{ text: w.lots(listed(change.lots, now)), rule: 'D7 6.6 (T46)' }] : []),
  ];
}

function places(change: Foreseen, now: Standing): Line[] {
  return change.placings.flatMap(({ place, players, rule }) =>
    players.map((player) => {
      const award = change.awards.find((each) => each.player === player);
      const prize = award ? [...(award.money ? [money(award.money)] : []), ...(award.goods ? [award.goods] : [])].join(' + ') : words.tournament.noPrize;
      return { text: `${ordinal(place)} ${now.nameOf(player)}: ${prize}`, rule };
    }),
  );
}

/** Equal sums share a line: fees that go back to everybody are one. */
function moneyLines(change: Foreseen, now: Standing): Line[] {
  const sums = new Map<number, string[]>();
  const house: Line[] = [];
  for (const [person, cents] of movedBy(change.moved)) {
    if (person === '') house.push({ text: `${words.dealing.house} ${signed(cents)}` });
    else sums.set(cents, [...(sums.get(cents) ?? []), person]);
  }
  const people = [...sums].map(([cents, each]) => ({ text: each.length > 1 ? w.each(listed(each, now), signed(cents)) : `${listed(each, now)} ${signed(cents)}` }));
  const pool = change.pool !== now.view.pool ? [{ text: w.pool(money(change.pool)) }] : [];
  const found = [...people, ...house, ...pool];
  return found.length > 0 ? found : [{ text: w.noMoney }];
}

function next(change: Foreseen): Line[] {
  return change.due.map((each) => ({ text: `${words.directing.whats[each.what] ?? each.what} ${fromWhom(each)}`, rule: each.by.rule }));
}

/** Whose it is to do. Seats are drawn, and counts reported, by the house, whoever conducts the tournament. */
export function fromWhom({ what, role }: Pick<Due, 'what' | 'role'>, runsItself = false): string {
  const d = words.directing;
  if (what === 'report the tally') return d.waitsForTables;
  if (what === 'draw the next seat' || what === 'draw the next lot' || (runsItself && role !== 'player')) return d.waitsForHouse;
  return d.waitsFor(d.roles[role] ?? role);
}
