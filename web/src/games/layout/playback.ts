/** Messages of a real server, recorded, through the page's own handling: for the tests of what is seen of a round. */
import type { Acts, LayoutView, Purse, Snapshot } from '../../api/types';
import { session } from '../../session.svelte';
import { TableStore } from '../../table/store.svelte';
import type { ActSeen } from './show.svelte';

export interface Recorded {
  me: string;
  messages: ({ type: string } & Record<string, unknown>)[];
}

/** Every act of the recording, in its order. */
export function actsOf(recorded: Recorded): ActSeen[] {
  const entries = recorded.messages.flatMap((each) => (each.entries ?? []) as { act?: ActSeen }[]);
  return entries.flatMap((each) => each.act ?? []);
}

/** Tells the store one message after the other, and the caller what came of each. */
export async function playback(recorded: Recorded, store: TableStore<LayoutView>, heard: (view: LayoutView) => void): Promise<void> {
  session.me = { id: recorded.me } as typeof session.me;
  for (const message of recorded.messages) {
    if (message.type === 'snapshot') store.heardSnapshot({ player: recorded.me, ...message } as unknown as Snapshot);
    else if (message.type === 'acts') store.heardActs(message as unknown as Acts);
    else store.heardPurse(message.purse as Purse);
    // Where nothing moves, everything about a result is shown within a few turns of the loop.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    if (message.type === 'acts' && store.view) heard(store.view);
  }
}
