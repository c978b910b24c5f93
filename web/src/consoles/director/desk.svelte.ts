/** A tournament as its director has it before him: the room, all entries, what is due, and what is his to do. */
import { ask, get, newKey, type Answer } from '../../api/client';
import type { Act, Legal, Offer } from '../../api/types';
import { Room } from '../../tournament/room.svelte';
import type { ConsideredTournament, Foreseen, SessionPlay, SessionView, Work } from '../../tournament/types';
import type { Scene } from '../parts/say';
import type { Considered } from '../parts/types';
import type { Standing } from './outlook';

/** An act with everything that may be said of it: in the tournament's journal, or at a session's table. */
export interface Doing {
  act: string;
  offers: Offer[];
  /** The table where it is done; empty for the tournament itself. */
  table: string;
}

export interface TableBefore {
  number: number;
  view: SessionView;
}

/** What an act would do: in the tournament, or at a session's table and, where that session ends, in the tournament. */
export interface Seen {
  change: Foreseen | null;
  table: Considered | null;
  before: TableBefore | null;
}

export class DirectorDesk extends Room {
  work = $state.raw<Work | null>(null);
  /** What the director may do at each table, by its id. */
  atTables = $state.raw<Record<string, Legal>>({});

  override async look(): Promise<void> {
    await super.look();
    const open = (this.shown?.play ?? []).filter((each) => this.isOn(each));
    const found = await Promise.all(open.map(async ({ table }) => [table, await get<Legal>(`/tables/${encodeURIComponent(table)}/legal`)] as const));
    this.atTables = Object.fromEntries(found.flatMap(([table, answer]) => (answer.ok ? [[table, answer.value]] : [])));
  }

  private isOn(play: SessionPlay): boolean {
    return this.shown?.view.sessions.some((each) => each.number === play.session && each.begun && !each.tally) ?? false;
  }

  protected override async lookAtOwn(): Promise<void> {
    await super.lookAtOwn();
    const answer = await get<Work>(`${this.path}/working`);
    if (answer.ok) this.work = answer.value;
  }

  /** By what the fields of a form are named. */
  get scene(): Scene {
    return { game: { game: 'blackjack' } as Scene['game'], nameOf: (person) => this.nameOf(person), grounds: this.work?.grounds ?? [] };
  }

  /** The tournament as it stands, to tell what would be otherwise. */
  get standing(): Standing | null {
    if (!this.shown || !this.work) return null;
    return {
      view: this.shown.view,
      entries: this.work.entries,
      nameOf: (person) => this.nameOf(person),
      named: (text) => this.named(text),
      workingOf: (player, working) => this.workingOf(player, working),
    };
  }

  /** What it would do; nothing is done. */
  async consider(doing: Pick<Doing, 'table' | 'offers'>, act: Act): Promise<Answer<Seen>> {
    const body = { act, key: newKey(), as: doing.offers[0]?.role };
    if (!doing.table) {
      const answer = await ask<ConsideredTournament>('POST', `${this.path}/consider`, body);
      return answer.ok ? { ok: true, value: { change: answer.value.change, table: null, before: null } } : answer;
    }
    const path = `/tables/${encodeURIComponent(doing.table)}`;
    const before = await get<TableBefore>(path);
    if (!before.ok) return before;
    const answer = await ask<Considered>('POST', `${path}/consider`, body);
    return answer.ok ? { ok: true, value: { change: answer.value.tournament ?? null, table: answer.value, before: before.value } } : answer;
  }

  /** The kinds of act that are offered in the tournament, each with all of its offers. */
  get doings(): Doing[] {
    return grouped(this.legal?.offers ?? [], '');
  }

  doing(act: string): Doing | undefined {
    return this.doings.find((each) => each.act === act);
  }

  doingsAt(table: string): Doing[] {
    return grouped((this.atTables[table]?.offers ?? []).filter((each) => each.role === 'tournament director'), table);
  }

  /** The players for whom that act is offered now. */
  playersFor(act: string): string[] {
    return this.offers(act).flatMap((each) => (each.fields.player?.choices ?? []).map(String));
  }

  perform(doing: Pick<Doing, 'act' | 'table' | 'offers'>, made: Act, target: string): Promise<boolean> {
    const as = doing.offers[0]?.role ?? '';
    return this.act(made, target, doing.table ? { as, at: `/tables/${encodeURIComponent(doing.table)}` } : { as });
  }
}

function grouped(offers: readonly Offer[], table: string): Doing[] {
  const kinds = [...new Set(offers.filter((each) => each.role !== 'player').map((each) => each.act))];
  return kinds.map((act) => ({ act, table, offers: offers.filter((each) => each.act === act) }));
}
