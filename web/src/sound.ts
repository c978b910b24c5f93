/** Sounds, made here and off until asked for: a bell, a tick, a chip, a win. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function note(frequency: number, seconds: number, loudness: number, kind: OscillatorType = 'sine', after = 0): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const begins = context.currentTime + after;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = kind;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness, begins);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + seconds);
}

export const sound = {
  bell(): void {
    note(1568, 1.4, 0.12);
    note(3136, 0.9, 0.05);
  },
  tick(): void {
    note(880, 0.06, 0.08, 'triangle');
  },
  chip(): void {
    note(2400, 0.04, 0.06, 'square');
    note(1800, 0.05, 0.05, 'square', 0.03);
  },
  card(): void {
    note(320, 0.05, 0.05, 'triangle');
  },
  turn(): void {
    note(660, 0.18, 0.08, 'triangle');
    note(880, 0.25, 0.08, 'triangle', 0.14);
  },
  win(): void {
    [523, 659, 784].forEach((each, at) => note(each, 0.5, 0.08, 'triangle', at * 0.12));
  },
};
