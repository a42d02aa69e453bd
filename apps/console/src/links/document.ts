/** Loads the console again in the same tab, and keeps what must survive this. */

let isLoading = false;

/** True while the browser loads another document of the console, without a person who reloads or closes the tab. */
export const isLoadingDocument = (): boolean => isLoading;

/**
 * Loads the document at an address of the console, with the policy of that address. Never resolves: the page is replaced.
 * @param isNew adds a history entry instead of replacing the current one
 */
export function loadDocument(address: string, isNew: boolean): Promise<void> {
  isLoading = true;
  // Back to this document, if the browser kept it.
  window.addEventListener('pageshow', () => (isLoading = false), { once: true });
  if (isNew) window.location.assign(address);
  else window.location.replace(address);
  return new Promise(() => {});
}

/**
 * Stores a value while `loadDocument` replaces the page, for `takeCarried` of the next one.
 * @param read the value; undefined if there is nothing to keep
 * @returns the function that stops this
 */
export function carryOver(name: string, read: () => unknown): () => void {
  const store = () => {
    const value = isLoading ? read() : undefined;
    if (value === undefined) return;
    try {
      window.sessionStorage.setItem(name, JSON.stringify(value));
    } catch {
      // Without storage it is lost, as after a reload.
    }
  };
  window.addEventListener('pagehide', store);
  return () => window.removeEventListener('pagehide', store);
}

/** The value that the document before carried over, once. */
export function takeCarried(name: string): unknown {
  try {
    const text = window.sessionStorage.getItem(name);
    window.sessionStorage.removeItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
