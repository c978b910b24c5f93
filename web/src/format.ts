/** Every amount and every time on the page, in one format each. Amounts are integer cents, and stay integers here. */

/** `$1,250.00`, `−$5.00`. */
export function money(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '−' : ''}$${grouped(whole)}.${String(rest).padStart(2, '0')}`;
}

/** With its sign, for what was won or lost: `+$5.00`, `−$5.00`, `$0.00`. */
export function signed(cents: number): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** Where there is little room, dollars alone if there are no cents: `$35`, `$2.50`. */
export function briefly(cents: number): string {
  return money(cents).replace(/\.00$/, '');
}

/** What is printed on a chip: `5`, `2.50`, `1k`. */
export function onChip(cents: number): string {
  if (cents >= 100_000 && cents % 100_000 === 0) return `${cents / 100_000}k`;
  if (cents % 100 === 0) return grouped(cents / 100);
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** In the viewer's zone: `21:04:05`. */
export function clock(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** In the viewer's zone: `16 Nov 2026, 21:04`; with seconds where they matter. */
export function moment(seconds: number, withSeconds = false): string {
  return new Date(seconds * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: withSeconds ? 'medium' : 'short' });
}

/** `0:42`, `1:05:09`. */
export function duration(seconds: number): string {
  const [hours, minutes, rest] = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, Math.trunc(seconds) % 60];
  const tail = String(rest).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** `1:05` for an hour and five minutes. */
export function hours(seconds: number): string {
  return `${Math.trunc(seconds / 3600)}:${String(Math.trunc(seconds / 60) % 60).padStart(2, '0')}`;
}

/** What somebody typed as dollars, in cents; null where it is no amount. */
export function cents(typed: string): number | null {
  const found = /^\$?(\d{1,3}(?:,?\d{3})*)(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!found?.[1]) return null;
  return Number(found[1].replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}
