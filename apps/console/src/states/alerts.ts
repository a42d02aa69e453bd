import { isLoadingPage } from '../links/location.ts';
import { createStore } from '../store/store.ts';

/**
 * The messages under the page's title: `alerts.success('Updated Successfully.')`. All are of one kind: each new outcome
 * replaces the one before.
 */

export type AlertKind = 'success' | 'error' | 'info';
/** A button in a message, e.g. Undo. */
export type AlertAction = { label: string; onSelect: () => void };
export type AlertMessage = { id: number; kind: AlertKind; msg: string; action?: AlertAction | undefined };

/** Success messages clear automatically after this many milliseconds; errors and notes stay. */
const SUCCESS_MS = 2_000;
/** The same for a message with an action, which takes longer to decide about. */
const ACTION_MS = 10_000;

const NONE: readonly AlertMessage[] = [];

const list = createStore(NONE);
let lastId = 0;
let lastPath = '';
/** Milliseconds until the messages clear; 0 if they stay. */
let duration = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const clear = () => list.set(NONE);

function show(kind: AlertKind, messages: string | readonly string[], action?: AlertAction): void {
  list.set([messages].flat().map((msg) => ({ id: (lastId += 1), kind, msg, action })));
  if (kind === 'error') window.scrollTo(0, 0);
  duration = kind === 'success' ? (action ? ACTION_MS : SUCCESS_MS) : 0;
  startTimer();
}

/** Starts again when a page that was loading is shown: a success is read there too, however long it took. */
function startTimer(): void {
  clearTimeout(timer);
  if (duration && !isLoadingPage.current()) timer = setTimeout(clear, duration);
}

isLoadingPage.subscribe(startTimer);

export const alerts = {
  current: list.current,
  subscribe: list.subscribe,
  /** With an action, it stays longer. */
  success: (messages: string | readonly string[], action?: AlertAction) => show('success', messages, action),
  /** Also scrolls to the top, where the messages are. */
  error: (messages: string | readonly string[]) => show('error', messages),
  info: (messages: string | readonly string[], action?: AlertAction) => show('info', messages, action),
  clear,
  /** On another page only a recent success still makes sense. */
  pageChanged(path: string): void {
    if (path === lastPath) return;
    lastPath = path;
    if (list.current()[0]?.kind !== 'success') clear();
  },
};
