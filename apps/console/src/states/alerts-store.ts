import { createStore } from '../store/store.ts';

export type AlertKind = 'success' | 'error' | 'info';
/** A button in a message, e.g. Undo. */
export type AlertAction = { label: string; onSelect: () => void };
export type AlertMessage = { id: number; kind: AlertKind; msg: string; action?: AlertAction };

/** Success messages clear automatically after this many milliseconds; errors and notes stay. */
const SUCCESS_MS = 2_000;
/** The same for a message with an action, which takes longer to decide about. */
const ACTION_MS = 10_000;

type Environment = {
  /** Calls `work` once after `ms`; the returned function cancels it. */
  later: (work: () => void, ms: number) => () => void;
  scrollToTop: () => void;
};

/** The messages under the page's title. Each new outcome replaces the one before. */
export function createAlertsStore(around: Environment) {
  const list = createStore<readonly AlertMessage[]>([]);
  let lastId = 0;
  let lastPath = '';
  let cancelClearing: (() => void) | null = null;

  function change(next: readonly AlertMessage[]): void {
    if (next.length === 0 && list.current().length === 0) return;
    list.set(next);
  }

  function show(kind: AlertKind, messages: string | readonly string[], action?: AlertAction): void {
    cancelClearing?.();
    cancelClearing = null;
    const texts = typeof messages === 'string' ? [messages] : messages;
    change(texts.map((msg) => ({ id: (lastId += 1), kind, msg, ...(action ? { action } : {}) })));
    if (kind === 'error') around.scrollToTop();
    if (kind === 'success') cancelClearing = around.later(() => change([]), action ? ACTION_MS : SUCCESS_MS);
  }

  return {
    current: list.current,
    subscribe: list.subscribe,
    /** With an action, it stays longer. */
    success: (messages: string | readonly string[], action?: AlertAction) =>
      show('success', messages, action),
    /** Also scrolls to the top, where the messages are. */
    error: (messages: string | readonly string[]) => show('error', messages),
    info: (messages: string | readonly string[], action?: AlertAction) => show('info', messages, action),
    clear: () => change([]),
    /** On another page only a recent success still makes sense. */
    pageChanged(path: string): void {
      if (path === lastPath) return;
      lastPath = path;
      change(list.current().filter(({ kind }) => kind === 'success'));
    },
  };
}
