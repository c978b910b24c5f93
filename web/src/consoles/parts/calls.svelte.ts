/** Dealers who call the game supervisor: one list for the whole page, asked for while anybody looks at it. */
import { announce } from '../../announcer.svelte';
import { get } from '../../api/client';
import type { Call, Calls } from '../../api/types';
import { sound } from '../../sound';
import { words } from '../../words/staff';

const EVERY = 3000;
/** A call that nobody answers rings again. */
const AGAIN = 20_000;

class CallsOfDealers {
  /** The longest wait first. */
  list = $state.raw<readonly Call[]>([]);
  private lookers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private rang = 0;

  /** Until what it returns is called. */
  look(): () => void {
    this.lookers += 1;
    if (this.lookers === 1) {
      void this.load();
      this.timer = setInterval(() => void this.load(), EVERY);
    }
    return () => {
      this.lookers -= 1;
      if (this.lookers > 0) return;
      clearInterval(this.timer);
      this.list = [];
    };
  }

  async load(): Promise<void> {
    const answer = await get<Calls>('/calls');
    if (!answer.ok || this.lookers === 0) return;
    const heard = new Set(this.list.map(keyOf));
    this.list = answer.value.calls;
    const fresh = this.list.filter((each) => !heard.has(keyOf(each)));
    for (const each of fresh) announce(words.dealing.callsYou(each.name), true);
    if (fresh.length || (this.list.length && Date.now() - this.rang > AGAIN)) {
      this.rang = Date.now();
      sound.bell();
    }
  }
}

/** The same table may call again: that is another call. */
const keyOf = (call: Call) => `${call.table} ${call.since}`;

export const calls = new CallsOfDealers();
