/**
 * A rule of CSS that stands in two components belongs into theme.css as a class. Counted are rules of three declarations
 * or more: shorter ones are cheaper to repeat than to name.
 */
import { expect, it } from 'vitest';

const FEWEST_DECLARATIONS = 3;
const MOST_REPEATED = 20;

interface Rule {
  where: string;
  declarations: string;
}

const sources = import.meta.glob<string>(['./**/*.svelte', './**/*.css'], { query: '?raw', import: 'default', eager: true });

function stylesOf(file: string, text: string): string {
  const styles = file.endsWith('.css') ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '');
  return styles.replace(/\/\*[\s\S]*?\*\//g, '');
}

/** Rules without rules inside, so that those of a media query count by themselves. */
function rulesOf(file: string, text: string): Rule[] {
  return [...stylesOf(file, text).matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
    const declarations = body.split(';').map((each) => each.trim().replace(/\s+/g, ' ')).filter(Boolean);
    if (declarations.length < FEWEST_DECLARATIONS) return [];
    return [{ where: `${file} ${selector.trim().replace(/\s+/g, ' ')}`, declarations: declarations.sort().join('; ') }];
  });
}

it('repeats hardly any rule', () => {
  const rules = Object.entries(sources).flatMap(([file, text]) => rulesOf(file, text));
  expect(rules.length).toBeGreaterThan(400);
  const places = new Map<string, Rule[]>();
  for (const each of rules) places.set(each.declarations, [...(places.get(each.declarations) ?? []), each]);
  const repeated = [...places].filter(([, all]) => all.length > 1).map(([declarations, all]) => [declarations, ...all.map((each) => each.where)]);
  const count = repeated.reduce((sum, [, ...all]) => sum + all.length, 0);
  expect(count, repeated.map((each) => each.join('\n  ')).join('\n')).toBeLessThan(MOST_REPEATED);
});
