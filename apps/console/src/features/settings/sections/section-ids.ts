/** The element id of the list of who would be notified. */
export const WHO_ID = 'who-would-be-notified';

/** The element id of the toggle of a card; `index` from 0. */
export function cardToggleId(index: number): string {
  return `settings-card-${index}`;
}
