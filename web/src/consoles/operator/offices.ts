/** The offices of the house, as the server calls them. */
export const OFFICES = ['dealer', 'game supervisor', 'tournament director', 'operator', 'inspector'] as const;

/** As it stands in an address. */
export function wordOf(office: string): string {
  return office.replaceAll(' ', '-');
}
