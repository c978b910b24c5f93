/** Lists that come page by page. */

/** Whether an answer goes on where the list ends: of two quick clicks on “More” only the first does. */
export function goesOn(after: string, next: string | null | undefined): boolean {
  return after === '' || after === next;
}
