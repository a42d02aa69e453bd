/**
 * Creates a function that calls its work immediately, and at most once every `ms` while calls continue, and not before
 * the previous work has finished: then with the last call's arguments. The last call is never lost.
 */
export function throttle(ms: number, later = laterInBrowser): (work: () => void | Promise<void>) => void {
  let waiting = false;
  let next: (() => void | Promise<void>) | null = null;
  const run = async (work: () => void | Promise<void>): Promise<void> => {
    waiting = true;
    const time = new Promise<void>((resolve) => {
      later(resolve, ms);
    });
    await Promise.allSettled([time, work()]);
    waiting = false;
    const waited = next;
    next = null;
    if (waited) void run(waited);
  };
  return (work) => {
    if (waiting) next = work;
    else void run(work);
  };
}

function laterInBrowser(work: () => void, ms: number): void {
  window.setTimeout(work, ms);
}
