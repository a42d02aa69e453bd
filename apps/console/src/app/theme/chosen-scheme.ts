/** Where the component library stores the choice made in the avatar menu; nothing, or `auto`, follows the system. */
const KEY = 'mantine-color-scheme-value';

/** The color scheme that the page will have. */
export function chosenScheme(storage: Pick<Storage, 'getItem'>, prefersDark: boolean): 'light' | 'dark' {
  const chosen = storage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark ? 'dark' : 'light';
}
