/** Drills one after the other: the answer, the time it took, and what is kept for the server. */
import { ask } from '../api/client';
import { session } from '../session.svelte';
import type { Drill, DrillAnswer } from './types';

const KEPT = 'croupier.school.answers';
const MOST_AT_ONCE = 50;

const LAST = 'croupier.school.who';

interface KeptAnswer {
  /** Who answered: somebody else may sign in here before the connection is back. */
  who: string;
  lesson: string;
  seed: number;
  answer: DrillAnswer;
  milliseconds: number;
}

export function isRight(drill: Drill, answer: DrillAnswer): boolean {
  if (drill.amounts.length > 0) {
    const given = answer.amounts ?? [];
    return given.length === drill.solution.amounts.length && given.every((each, at) => each === drill.solution.amounts[at]);
  }
  return answer.choice !== null && answer.choice !== undefined && (drill.solution.choices[answer.choice]?.is_right ?? false);
}

export class DrillRun {
  at = $state(0);
  /** What was answered to the drill that is shown; null while it is open. */
  answer = $state.raw<DrillAnswer | null>(null);
  right = $state(0);
  answered = $state(0);
  isSlow = $state(false);
  isOffline = $state(false);
  readonly results: boolean[] = [];
  milliseconds = 0;
  private since = performance.now();

  constructor(
    readonly drills: readonly Drill[],
    /** Whether answers are sent to the server: not those of a shoe, whose drills are no lessons. */
    private readonly isKept: boolean,
  ) {}

  get drill(): Drill | undefined {
    return this.drills[this.at];
  }

  get isOver(): boolean {
    return this.at >= this.drills.length;
  }

  give(answer: DrillAnswer): void {
    const drill = this.drill;
    if (!drill || this.answer) return;
    const took = Math.round(performance.now() - this.since);
    const well = isRight(drill, answer);
    this.answer = answer;
    this.answered += 1;
    this.right += well ? 1 : 0;
    this.results.push(well);
    this.milliseconds += took;
    this.isSlow = well && took > drill.seconds * 1000;
    if (this.isKept) void this.keep({ who: '', lesson: drill.lesson, seed: drill.seed, answer, milliseconds: took });
  }

  goOn(): void {
    this.at += 1;
    this.answer = null;
    this.isSlow = false;
    this.since = performance.now();
  }

  private async keep(done: KeptAnswer): Promise<void> {
    const who = whose();
    if (!who) return;
    remember([...kept(), { ...done, who }]);
    this.isOffline = !(await sendKept());
  }
}

/** Who practises: after a reload without a connection, whoever did before. */
function whose(): string {
  if (session.me) localStorage.setItem(LAST, session.me.id);
  else if (session.isKnown) localStorage.removeItem(LAST);
  return localStorage.getItem(LAST) ?? '';
}

function kept(): KeptAnswer[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as KeptAnswer[];
  } catch {
    return [];
  }
}

function remember(answers: KeptAnswer[]): void {
  localStorage.setItem(KEPT, JSON.stringify(answers.slice(-500)));
}

const keyOf = (each: KeptAnswer): string => JSON.stringify(each);

let sending: Promise<boolean> | null = null;

/** Sends what was answered without a connection; whether all of it has arrived. */
export function sendKept(): Promise<boolean> {
  sending ??= send().finally(() => {
    sending = null;
  });
  return sending;
}

async function send(): Promise<boolean> {
  const mine = (): KeptAnswer[] => kept().filter((each) => each.who === session.me?.id);
  if (!session.me) return kept().length === 0;
  for (let batch = mine().slice(0, MOST_AT_ONCE); batch.length > 0; batch = mine().slice(0, MOST_AT_ONCE)) {
    const answers = batch.map(({ who: _, ...each }) => each);
    const answer = await ask('POST', '/school/answers', { answers });
    if (!answer.ok && answer.status === 0) return false;
    // What the server refuses would be refused again.
    const sent = new Set(batch.map(keyOf));
    remember(kept().filter((each) => !sent.has(keyOf(each))));
  }
  return true;
}
