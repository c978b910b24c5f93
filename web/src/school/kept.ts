/**
 * What practice needs without a connection: the syllabus, drills of every game, shoes, and the layouts they are drawn on.
 * It is asked for as nobody in particular, so that nothing of a person is kept, and once a day.
 */
import type { DealtShoe, Drill, Syllabus } from './types';

/** The worker's own cache of what everybody reads alike (offline/worker.js). */
const CACHE = 'croupier-read';
const SYLLABUS = '/api/v1/school';
const DAY = 'croupier.school.kept';
const DRILLS = 40;
const AT_ONCE = 20;

const drillsOf = (game: string): string => `/api/v1/school/drills?game=${game}&count=${DRILLS}`;
const shoeOf = (game: string): string => `/api/v1/school/shoes/${game}?rounds=2`;

let keeping: Promise<void> | null = null;

/** Loads the whole pack, where this page is kept for a time without a connection at all. */
export function keepPack(syllabus: Syllabus): Promise<void> {
  keeping ??= keep(syllabus).finally(() => {
    keeping = null;
  });
  return keeping;
}

async function keep(syllabus: Syllabus): Promise<void> {
  const today = new Date().toDateString();
  if (!('serviceWorker' in navigator) || localStorage.getItem(DAY) === today) return;
  await navigator.serviceWorker.ready;
  const drawn = ['roulette', 'money-wheel', 'tai-sai'].flatMap((game) => [`/api/v1/games/${game}`, `/api/v1/school/layouts/${game}`]);
  const cache = await caches.open(CACHE);
  for (const path of [...drawn, ...syllabus.games.map(drillsOf), ...syllabus.shoe_games.map(shoeOf), SYLLABUS]) {
    const answer = await fetch(path, { credentials: 'omit' }).catch(() => null);
    if (!answer?.ok) return;
    await cache.put(path, answer);
  }
  localStorage.setItem(DAY, today);
}

async function read<T>(path: string): Promise<T | null> {
  if (!('caches' in window)) return null;
  const found = await caches.match(path).catch(() => undefined);
  return found ? ((await found.json()) as T) : null;
}

export function keptSyllabus(): Promise<Syllabus | null> {
  return read<Syllabus>(SYLLABUS);
}

export async function keptShoe(game: string): Promise<readonly Drill[] | null> {
  return (await read<DealtShoe>(shoeOf(game)))?.drills ?? null;
}

/** Kept drills of this lesson, game and kind, mixed. */
export async function keptDrills(asked: URLSearchParams): Promise<readonly Drill[] | null> {
  const games = (await keptSyllabus())?.games ?? [];
  const wanted = games.filter((game) => !asked.get('game') || asked.get('game') === game);
  const batches = await Promise.all(wanted.map((game) => read<{ drills: Drill[] }>(drillsOf(game))));
  const found = batches.flatMap((each) => each?.drills ?? []);
  return mixed(found.filter((each) => isWanted(each, asked))).slice(0, AT_ONCE);
}

export function isWanted(drill: Drill, asked: URLSearchParams): boolean {
  const [lesson, kind] = [asked.get('lesson'), asked.get('kind')];
  return (!lesson || drill.lesson === lesson) && (!kind || drill.kind === kind);
}

function mixed<T>(found: readonly T[]): T[] {
  return found.map((each) => [Math.random(), each] as const).sort(([one], [other]) => one - other).map(([, each]) => each);
}
