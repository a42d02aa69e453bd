export type AlertKind = 'success' | 'error' | 'info';
export type AlertMessage = { id: number; kind: AlertKind; msg: string };

/** Success messages clear by themselves after so many milliseconds; errors and notes stay. */
export const SUCCESS_MS = 2_000;

type Surroundings = {
  /** Calls `work` once after `ms`; what it returns cancels that. */
  later: (work: () => void, ms: number) => () => void;
  scrollToTop: () => void;
};

/** The messages under the page's title. Each new outcome takes the place of the one before. */
export function createAlertsStore(around: Surroundings) {
  let list: readonly AlertMessage[] = [];
  let lastId = 0;
  let lastPath = '';
  let cancelClearing: (() => void) | null = null;
  const listeners = new Set<() => void>();

  function change(next: readonly AlertMessage[]): void {
    if (next.length === 0 && list.length === 0) return;
    list = next;
    for (const listener of listeners) listener();
  }

  function show(kind: AlertKind, messages: string | readonly string[]): void {
    cancelClearing?.();
    cancelClearing = null;
    const texts = typeof messages === 'string' ? [messages] : messages;
    change(texts.map((msg) => ({ id: (lastId += 1), kind, msg })));
    if (kind === 'error') around.scrollToTop();
    if (kind === 'success') cancelClearing = around.later(() => change([]), SUCCESS_MS);
  }

  return {
    current: () => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    success: (messages: string | readonly string[]) => show('success', messages),
    /** Also scrolls to the top, where the messages are. */
    error: (messages: string | readonly string[]) => show('error', messages),
    info: (messages: string | readonly string[]) => show('info', messages),
    clear: () => change([]),
    /** On another page only the news of what just succeeded still makes sense. */
    pageChanged(path: string): void {
      if (path === lastPath) return;
      lastPath = path;
      change(list.filter(({ kind }) => kind === 'success'));
    },
  };
}
