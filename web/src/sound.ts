/** Sounds, off until asked for. How each comes about is in `synth.ts`, which is loaded with the first one. */
import { settings } from './settings.svelte';
import type { SoundName } from './synth';

let context: AudioContext | null = null;
const made = new Map<SoundName, AudioBuffer>();

async function play(name: SoundName): Promise<void> {
  if (!settings.sound) return;
  const on = (context ??= new AudioContext());
  let buffer = made.get(name);
  if (!buffer) {
    const { samplesOf, SAMPLES_A_SECOND } = await import('./synth');
    const samples = samplesOf(name);
    buffer = on.createBuffer(1, samples.length, SAMPLES_A_SECOND);
    buffer.getChannelData(0).set(samples);
    made.set(name, buffer);
  }
  const source = on.createBufferSource();
  source.buffer = buffer;
  source.connect(on.destination);
  source.start();
}

export const sound = {
  bell: () => void play('bell'),
  tick: () => void play('tick'),
  chip: () => void play('chip'),
  card: () => void play('card'),
  turn: () => void play('turn'),
  /** The ball on the track of a wheel. */
  track: () => void play('track'),
  /** It comes to rest in its pocket. */
  pocket: () => void play('pocket'),
  /** A minute is left: two strokes. */
  minute: () => void play('minute'),
  /** The last hand: three rising strokes. */
  lastHand: () => void play('lastHand'),
  /** In three sizes, as the celebration has them. */
  win: (size: 1 | 2 | 3) => void play(`win${size}`),
};
