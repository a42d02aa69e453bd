import type { Screen } from '../budget/screens.ts';

/**
 * The folders of screens that no journey opens, each with its addresses.
 * @param journeys the sources of the files in `e2e/journeys/`
 */
export function missingJourneys(
  screens: readonly Pick<Screen, 'path' | 'file'>[],
  journeys: readonly string[],
): string[] {
  const opens = (path: string) => {
    const [fixed = ''] = path.split('/:');
    return journeys.some((journey) => new RegExp(`[/'\`]${fixed}(?![\\w-])`).test(journey));
  };
  const folders = Map.groupBy(screens, ({ file }) => file.slice(0, file.lastIndexOf('/')));
  return [...folders]
    .filter(([, opened]) => !opened.some(({ path }) => opens(path)))
    .map(([folder, unopened]) => {
      const paths = unopened.map(({ path }) => path).join(', ');
      return `no file in e2e/journeys/ opens a screen of ${folder}: ${paths}`;
    });
}
