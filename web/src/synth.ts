/**
 * The sounds of a table, worked out sample by sample from noise and resonators: nothing is recorded, and nothing is fetched.
 * Each is a list of numbers, so a test can look at it without a loudspeaker.
 */
export const SAMPLES_A_SECOND = 24_000;

export type SoundName = 'bell' | 'tick' | 'chip' | 'card' | 'turn' | 'track' | 'pocket' | 'minute' | 'lastHand' | 'win1' | 'win2' | 'win3';

/** A mode of something that is struck: how high, for how long it rings, how loud. */
type Mode = readonly [hertz: number, seconds: number, loudness: number];

/** The same noise each time. */
function noise(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLES_A_SECOND));
}

/** Something hard is struck: every mode rings and dies away. */
function strike(into: Float32Array, at: number, modes: readonly Mode[], loudness = 1): void {
  const first = Math.round(at * SAMPLES_A_SECOND);
  for (let place = first; place < into.length; place += 1) {
    const time = (place - first) / SAMPLES_A_SECOND;
    let sum = 0;
    for (const [hertz, seconds, part] of modes) sum += part * Math.exp(-time / seconds) * Math.sin(2 * Math.PI * hertz * time);
    into[place] = (into[place] ?? 0) + loudness * Math.min(1, time * 2000) * sum;
  }
}

/** Noise through a resonator whose pitch and loudness change with time, both given from 0 to 1 of its length. */
function rub(into: Float32Array, at: number, seconds: number, hertz: (part: number) => number, loudness: (part: number) => number, width = 0.97): void {
  const [random, first, count] = [noise(7), Math.round(at * SAMPLES_A_SECOND), Math.round(seconds * SAMPLES_A_SECOND)];
  let [before, earlier] = [0, 0];
  for (let place = 0; place < count && first + place < into.length; place += 1) {
    const part = place / count;
    const turn = 2 * width * Math.cos((2 * Math.PI * hertz(part)) / SAMPLES_A_SECOND);
    const now = random() * (1 - width) + turn * before - width * width * earlier;
    [before, earlier] = [now, before];
    into[first + place] = (into[first + place] ?? 0) + loudness(part) * now;
  }
}

const CLAY: readonly Mode[] = [[2150, 0.012, 0.5], [3480, 0.008, 0.4], [5200, 0.005, 0.3]];
const WOOD: readonly Mode[] = [[420, 0.03, 0.6], [1130, 0.014, 0.4], [2600, 0.006, 0.3]];
const IVORY: readonly Mode[] = [[1750, 0.015, 0.5], [4100, 0.007, 0.4]];
const METAL: readonly Mode[] = [[1, 0.5, 0.6], [2, 0.35, 0.25], [2.99, 0.22, 0.16], [4.21, 0.12, 0.1]];

function metal(hertz: number): Mode[] {
  return METAL.map(([times, seconds, loudness]) => [hertz * times, seconds, loudness] as const);
}

function chime(seconds: number, notes: readonly number[], apart: number, loudness: number): Float32Array {
  const made = silence(seconds);
  notes.forEach((hertz, at) => strike(made, at * apart, metal(hertz), loudness));
  return made;
}

const MAKERS: Record<SoundName, () => Float32Array> = {
  bell: () => chime(1.4, [1568], 0, 0.22),
  tick: () => struck(0.07, [[0, 0.3]], WOOD),
  /** Two chips touch, one after the other. */
  chip: () => struck(0.12, [[0, 0.34], [0.032, 0.22]], CLAY),
  card() {
    const made = silence(0.13);
    rub(made, 0, 0.09, (part) => 3200 - 1700 * part, (part) => 0.6 * Math.sin(Math.PI * part), 0.9);
    strike(made, 0.07, [[260, 0.016, 0.5], [900, 0.007, 0.3]], 0.25);
    return made;
  },
  turn: () => struck(0.6, [[0, 0.16]], [[660, 0.12, 0.7], [1980, 0.04, 0.2]], [[0.14, 0.16]], [[880, 0.14, 0.7], [2640, 0.04, 0.2]]),
  /** The ball rolls around, and the rounds become slower. */
  track() {
    const made = silence(3.2);
    const rounds = (part: number) => 5 * part - 1.9 * part * part;
    rub(made, 0, 3.2, (part) => 1150 - 450 * part, (part) => 0.75 * Math.min(1, part * 12) * (1 - part) ** 0.7 * (0.62 + 0.38 * Math.cos(2 * Math.PI * rounds(part) * 1.6)), 0.95);
    return made;
  },
  /** It jumps over the frets, and lies still. */
  pocket() {
    const made = struck(0.75, [[0, 0.34], [0.13, 0.28], [0.23, 0.22], [0.3, 0.18], [0.35, 0.14]], IVORY);
    strike(made, 0.42, WOOD, 0.2);
    return made;
  },
  minute: () => chime(1.6, [988, 988], 0.5, 0.2),
  lastHand: () => chime(1.8, [784, 988, 1319], 0.35, 0.18),
  win1: () => chime(0.9, [784, 1047], 0.11, 0.12),
  win2: () => chime(1.4, [659, 784, 1047, 1319], 0.1, 0.13),
  win3() {
    const made = chime(2.2, [523, 659, 784, 1047, 1319, 1568, 2093], 0.09, 0.13);
    for (let at = 0; at < 14; at += 1) strike(made, 0.7 + at * 0.055, CLAY, 0.07 + 0.05 * ((at * 5) % 3));
    return made;
  },
};

function struck(seconds: number, hits: readonly (readonly [number, number])[], modes: readonly Mode[], later: readonly (readonly [number, number])[] = [], others: readonly Mode[] = []): Float32Array {
  const made = silence(seconds);
  for (const [at, loudness] of hits) strike(made, at, modes, loudness);
  for (const [at, loudness] of later) strike(made, at, others, loudness);
  return made;
}

/** Its end fades, so that nothing clicks. */
export function samplesOf(name: SoundName): Float32Array {
  const made = MAKERS[name]();
  const fade = Math.min(made.length, Math.round(0.01 * SAMPLES_A_SECOND));
  for (let back = 0; back < fade; back += 1) made[made.length - 1 - back] = (made[made.length - 1 - back] ?? 0) * (back / fade);
  return made;
}

export const SOUND_NAMES = Object.keys(MAKERS) as SoundName[];
