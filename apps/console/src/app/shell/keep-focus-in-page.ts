import { focusPageTitle } from '../../page/page-title.ts';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

/**
 * Moves the focus to where someone continues when the focused element disappears or is disabled: otherwise the browser
 * drops it to the start of the page. Screens that know a better place move it there first. Returns a function that stops.
 */
export function keepFocusInPage(): () => void {
  let last: HTMLElement | null = null;
  let around: HTMLElement[] = [];

  function remember(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    around = ancestorsOf(target);
  }
  const onFocus = ({ target }: FocusEvent) => remember(target);
  // The first control that someone uses gets the focus while this code is loading.
  if (document.activeElement !== document.body) remember(document.activeElement);

  // Someone who clicks next to all controls wants no focus.
  function forget(): void {
    if (last && canHaveFocus(last)) last = null;
  }

  let waiting = 0;
  function check(): void {
    if (waiting > 0 || last === null || document.activeElement !== document.body) return;
    // Two frames: a screen that moves the focus itself does so when it is drawn.
    waiting = requestAnimationFrame(() => {
      waiting = requestAnimationFrame(() => {
        waiting = 0;
        if (document.activeElement === document.body && last) restore(last);
      });
    });
  }

  function restore(lost: HTMLElement): void {
    // A button is disabled while its call is in flight.
    if (lost.isConnected && lost.closest('[data-loading]')) return;
    const next = canHaveFocus(lost) ? lost : findNext(lost, around);
    if (next) next.focus({ preventScroll: true });
    else focusPageTitle();
  }

  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'data-loading'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', forget);
  };
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

/** The control before a disabled one, in its form; or the first one in what is left around a removed one. */
function findNext(lost: HTMLElement, around: readonly HTMLElement[]): HTMLElement | null {
  const area = lost.isConnected
    ? lost.closest<HTMLElement>('form')
    : around.find((one) => one.isConnected && one.id !== 'main' && one.querySelector(FOCUSABLE));
  if (!area || area.contains(document.getElementById('main'))) return null;
  const controls = [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canHaveFocus);
  const before = controls.filter(
    (one) => lost.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING,
  );
  return (lost.isConnected ? before.at(-1) : controls[0]) ?? controls[0] ?? null;
}
