/** The clause that a rule names: `D8 3.1(b)` of `D8 3.1(b) (R3)`; none of `house: limits`. */
export function clauseOf(rule: string): string {
  return /^D\d+ /.test(rule) ? rule.replace(/ \([A-Z]+\d+\)$/, '') : '';
}
