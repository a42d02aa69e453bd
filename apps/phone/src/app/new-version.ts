/** The service worker serves the app without a network. A new version starts with the app, never during a press. */

const WORKER = '/phone/sw.js';
/** The longest wait for the new version to take over, in milliseconds. */
const LONGEST_WAIT = 1_000;

/** Starts a new version that was downloaded before, by loading the page again. Also registers the worker. */
export async function activateNewVersion(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || import.meta.env.DEV) return;
  const waiting = workers.controller ? (await workers.getRegistration())?.waiting : null;
  if (waiting) {
    const isActive = new Promise<boolean>((resolve) => {
      workers.addEventListener('controllerchange', () => resolve(true), { once: true });
      setTimeout(() => resolve(false), LONGEST_WAIT);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has only our own origin.
    waiting.postMessage('activate');
    if (await isActive) {
      location.reload();
      // The page is replaced: nothing of the old version may start.
      await new Promise(() => {});
    }
  }
  addEventListener('load', () => void workers.register(WORKER, { scope: '/phone/' }).catch(() => null));
  if (document.readyState === 'complete')
    void workers.register(WORKER, { scope: '/phone/' }).catch(() => null);
}
