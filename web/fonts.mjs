/** Makes src/fonts anew: Fraunces and Inter, only the letters that the page writes. Run by hand after an update: `npm run fonts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const SIGNS = ' ·×−–—‘’“”…½σ';
const MACRONS = 'āēīōūĀĒĪŌŪ';
const MADE = [
  ['fraunces', 'latin', ASCII + SIGNS, { min: 500, max: 700 }],
  ['fraunces', 'latin-ext', MACRONS, { min: 500, max: 700 }],
  ['inter', 'latin', ASCII + SIGNS, { min: 400, max: 700 }],
  ['inter', 'latin-ext', MACRONS, { min: 400, max: 700 }],
];

for (const [family, script, letters, wght] of MADE) {
  const whole = readFileSync(`node_modules/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`);
  const part = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: { wght } });
  writeFileSync(`src/fonts/${family}-${script}.woff2`, part);
  console.log(family, script, part.length);
}
for (const family of ['fraunces', 'inter']) {
  writeFileSync(`src/fonts/${family}-licence.txt`, readFileSync(`node_modules/@fontsource-variable/${family}/LICENSE`));
}
