/** Where the component library keeps what somebody chose in the avatar menu; nothing, or `auto`, is as the system has it. */
const KEY = 'mantine-color-scheme-value';

/** The colours that the page will have. */
export function chosenScheme(storage: Pick<Storage, 'getItem'>, prefersDark: boolean): 'light' | 'dark' {
  const chosen = storage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark ? 'dark' : 'light';
}
