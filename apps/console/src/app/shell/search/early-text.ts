/** What was typed while the code of the search was loading; null before it opens, and once its field is shown. */
let typed: string | null = null;

/** The search opens: keys are for its field, which is not there yet. */
export function collectEarlyText(): void {
  typed = '';
}

/** Adds a key. Returns whether it was for the search. */
export function addEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (typed === null || key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  typed += key;
  return true;
}

/** The field is on the screen: it gets the text, and the keys from now on. */
export function endEarlyText(onText: (text: string) => void): void {
  if (typed) onText(typed);
  typed = null;
}

/** The search closed, perhaps because its code could not be loaded: the page gets the keys. */
export function giveUpEarlyText(): void {
  typed = null;
}
