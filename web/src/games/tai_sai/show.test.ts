import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announcer } from '../../announcer.svelte';
import type { LayoutView, TaiSaiShown } from '../../api/types';
import { settings } from '../../settings.svelte';
import { TableStore } from '../../table/store.svelte';
import { actsOf, playback, type Recorded } from '../layout/playback';
import recorded from './recorded.json';
import { TaiSaiShow } from './show.svelte';

const game = recorded.game as unknown as TaiSaiShown;
const evening = recorded as unknown as Recorded;

describe('a recorded evening at Tai-Sai', () => {
  beforeEach(() => {
    settings.motion = 'off';
    // No house is there to be asked: what is shown comes from the messages alone.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
  });

  it('is shown as the ledger has it, and covered while wagers come', async () => {
    const store = new TableStore<LayoutView>('tai-sai-1');
    const show = new TaiSaiShow(store, game);
    const seen: { dice: string; lit: string[] }[] = [];
    announcer.said = [];
    await playback(evening, store, (view) => {
      if (show.stage === 'paid' && view.wagers.length === 0) seen.push({ dice: show.dice.join('-'), lit: [...show.lit] });
      if (view.betting && view.wagers.length > 0) expect([show.isCovered, show.lit]).toEqual([true, []]);
    });
    const rolls = actsOf(evening).flatMap((each) => (each.act === 'roll' ? [each.dice as number[]] : []));
    expect(rolls).toHaveLength(2);
    expect(seen.map((each) => each.dice)).toEqual(rolls.map((each) => each.join('-')));
    for (const [at, dice] of rolls.entries()) {
      const total = dice.reduce((sum, each) => sum + each, 0);
      expect(seen[at]?.lit).toContain(`total ${total}`);
      expect(announcer.said.some((each) => each.startsWith(`${[...dice].sort().join(', ')}: total ${total}, `) && /\. (You |[+−]?\$)/.test(each))).toBe(true);
    }
  });
});
