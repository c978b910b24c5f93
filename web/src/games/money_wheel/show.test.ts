import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announcer } from '../../announcer.svelte';
import type { LayoutView, MoneyWheelShown } from '../../api/types';
import { settings } from '../../settings.svelte';
import { TableStore } from '../../table/store.svelte';
import { actsOf, playback, type Recorded } from '../layout/playback';
import recorded from './recorded.json';
import { MoneyWheelShow } from './show.svelte';
import { restOf } from './wheel';

const game = recorded.game as unknown as MoneyWheelShown;
const evening = recorded as unknown as Recorded;

describe('a recorded evening at the money wheel', () => {
  beforeEach(() => {
    settings.motion = 'off';
    // No house is there to be asked: what is shown comes from the messages alone.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
  });

  it('is shown as the ledger has it', async () => {
    const store = new TableStore<LayoutView>('money-wheel-1');
    const show = new MoneyWheelShow(store, game);
    const seen: unknown[] = [];
    announcer.said = [];
    await playback(evening, store, (view) => {
      if (show.stage === 'paid' && view.wagers.length === 0) seen.push([show.text, [...show.lit], show.section?.section, Math.round(show.angle)]);
    });
    const spun = actsOf(evening).flatMap((each) => (each.act === 'spin' ? Number(each.section) : []));
    expect(spun).toHaveLength(2);
    expect(seen).toEqual(
      spun.map((number) => {
        const section = game.sections.find((each) => each.section === number);
        return [`${section?.name}, section ${section?.section}`, [section?.symbol], section?.section, Math.round(restOf(section?.section ?? 0, 52))];
      }),
    );
    const said = announcer.said.filter((each) => each !== '');
    expect(said.filter((each) => each === 'No more bets')).toHaveLength(2);
    expect(said.filter((each) => /^[A-G], section \d+\. ([+−]\$[\d.,]+$|[+−]?\$[\d.,]+, won )/.test(each))).toHaveLength(2);
    expect(show.board).toHaveLength(2);
  });
});
