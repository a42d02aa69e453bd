/**
 * Makes a function that does the work it is given at once, and while calls go on at most once every `ms`: then the
 * last one's. The last call is never lost.
 */
export function throttle(ms: number, later = laterInBrowser): (work: () => void) => void {
  let waiting = false;
  let next: (() => void) | null = null;
  const run = (work: () => void): void => {
    waiting = true;
    work();
    later(() => {
      waiting = false;
      const waited = next;
      next = null;
      if (waited) run(waited);
    }, ms);
  };
  return (work) => {
    if (waiting) next = work;
    else run(work);
  };
}

function laterInBrowser(work: () => void, ms: number): void {
  window.setTimeout(work, ms);
}
