/** A refusal names people by their ids at the table. Whoever reads it is spoken to, and others have names. */

/** What follows one's own id, as it is said to oneself. */
const SPOKEN: readonly [RegExp, string][] = [
  [/^ (already|still) has\b/, ' $1 have'],
  [/^ has\b/, ' have'],
  [/^ is\b/, ' are'],
  [/^ does\b/, ' do'],
  [/^ was\b/, ' were'],
  [/^ decides\b/, ' decide'],
];

export function addressed(why: string, me: string, names: Readonly<Record<string, string>>): string {
  const others = Object.entries(names).filter(([id, name]) => id !== me && name);
  const named = others.reduce((text, [id, name]) => text.replaceAll(id, name), why);
  if (!me) return named;
  const [first = '', ...rest] = named.split(me);
  return rest.reduce((text, part) => {
    const isFirst = text === '' || /[.:] $/.test(text);
    if (part.startsWith("'s ")) return `${text}${isFirst ? 'Your' : 'your'}${part.slice(2)}`;
    const [pattern, said] = SPOKEN.find(([each]) => each.test(part)) ?? [/^/, ''];
    return `${text}${isFirst ? 'You' : 'you'}${part.replace(pattern, said)}`;
  }, first);
}
