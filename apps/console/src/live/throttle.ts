/**
 * Makes a function that does the work it is given at once, and while calls go on at most once every `ms`, and not before
 * the work under way has ended: then the last one's. The last call is never lost.
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
