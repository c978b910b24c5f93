import { expect, it } from 'vitest';
import { SAMPLES_A_SECOND, samplesOf, SOUND_NAMES, type SoundName } from './synth';

const peak = (samples: Float32Array) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
const energy = (samples: Float32Array) => samples.reduce((sum, each) => sum + each * each, 0);
/** How often it goes through nothing in a second of its louder first half: how bright it is. */
function brightness(name: SoundName): number {
  const samples = samplesOf(name).slice(0, Math.round(0.05 * SAMPLES_A_SECOND));
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1) if ((samples[at - 1] ?? 0) < 0 !== (samples[at] ?? 0) < 0) crossings += 1;
  return crossings / 0.05;
}

it.each(SOUND_NAMES)('%s can be heard, hurts nobody, and ends in silence', (name) => {
  const samples = samplesOf(name);
  expect(peak(samples)).toBeGreaterThan(0.08);
  expect(peak(samples)).toBeLessThan(0.7);
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.001);
});

it('makes things that differ sound differently', () => {
  expect(brightness('chip')).toBeGreaterThan(2 * brightness('turn'));
  expect(samplesOf('track').length).toBeGreaterThan(3 * SAMPLES_A_SECOND);
  // A roll has no beginning that stands out; a pocket does.
  const [track, pocket] = [samplesOf('track'), samplesOf('pocket')];
  expect(energy(track.slice(0, track.length / 2)) / energy(track)).toBeLessThan(0.85);
  expect(energy(pocket.slice(0, pocket.length / 2)) / energy(pocket)).toBeGreaterThan(0.6);
});

it('lets a larger win sound larger', () => {
  const [small, middle, large] = (['win1', 'win2', 'win3'] as const).map((name) => energy(samplesOf(name)));
  expect(middle).toBeGreaterThan(1.3 * (small ?? 0));
  expect(large).toBeGreaterThan(1.3 * (middle ?? 0));
});
