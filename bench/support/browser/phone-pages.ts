/** Scripts that run in the pages of `phone-press`. Times are milliseconds of one clock, which all pages share. */

const NOW = `const now = () => performance.timeOrigin + performance.now();`;

/** Resolves with the time at which the browser sent the next request to an address that ends so. */
const SENT = `
  const sent = (end) => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name }) => name.endsWith(end));
      if (!entry) return;
      observer.disconnect();
      resolve(performance.timeOrigin + entry.requestStart);
    });
    observer.observe({ type: 'resource' });
  });`;

/** The person has allowed the location, and the phone knows it a moment after it starts to measure. */
export const LOCATION = `
  navigator.permissions.query = async () => ({ state: 'granted' });
  const position = { coords: { latitude: 39.7565, longitude: -104.9994, accuracy: 8 } };
  navigator.geolocation.getCurrentPosition = (found) =>
    setTimeout(() => found({ ...position, timestamp: Date.now() }), 200);
  navigator.geolocation.watchPosition = () => 1;`;

/** Stores a session as the sign-in does, after the app has created its database. */
export function storeSession(session: object): string {
  return `new Promise((resolve, reject) => {
    const opening = indexedDB.open('callpoint', 1);
    opening.onupgradeneeded = () => reject(new Error('the app has not created its database'));
    opening.onsuccess = () => {
      const write = opening.result.transaction('values', 'readwrite');
      write.objectStore('values').put(${JSON.stringify(session)}, 'session');
      write.oncomplete = () => resolve(1);
    };
  })`;
}

/** Until the app's buttons are shown, and the service worker has its files. */
export const READY = `(async () => {
  await navigator.serviceWorker.ready;
  while (!document.body.textContent.includes('Lone Worker Emergency')) await new Promise(requestAnimationFrame);
  return 1;
})()`;

/** When the ring was full, and when the browser sent the press. */
export type PressTimes = { held: number; sent: number };

/** Presses the button of the emergency, and returns the times. */
export function pressScript(holdTime: number): string {
  return `(async () => {
    ${NOW}
    ${SENT}
    const until = async (find) => {
      for (;;) {
        const found = find();
        if (found) return found;
        await new Promise(requestAnimationFrame);
      }
    };
    location.hash = '/';
    const button = await until(() => [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent.includes('Lone Worker Emergency')));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const isSent = sent('/mapi/v1/button_click');
    const held = now() + ${holdTime};
    button.dispatchEvent(new PointerEvent('pointerdown',
      { bubbles: true, button: 0, pointerId: 1, isPrimary: true, pointerType: 'touch' }));
    const times = { held, sent: await isSent };
    await until(() => document.querySelector('main').textContent.startsWith('Received'));
    return times;
  })()`;
}

/** Returns when each of a number of new rows became visible in the open list of the console. */
export function rowsScript(count: number): string {
  return `(async () => {
    ${NOW}
    const first = () => document.querySelector('tbody tr:not([aria-hidden])')?.textContent ?? '';
    const times = [];
    let before = first();
    await new Promise((resolve) => {
      new MutationObserver(() => {
        // A list with rows offers the new ones, so that the others do not move.
        [...document.querySelectorAll('button')].find(({ textContent }) => /^Show .*new/.test(textContent))?.click();
        const id = first();
        if (id === before) return;
        before = id;
        times.push(now());
        if (times.length === ${count}) resolve();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    return times;
  })()`;
}

/** The baseline: a page whose button sends a request when the finger is lifted. */
export const BARE_PAGE = `<!doctype html><title>Press</title><button>Press</button><script>
  document.querySelector('button').addEventListener('pointerup', () => fetch('/press', { cache: 'no-store' }));
</script>`;

/** Presses the button of the bare page, and returns the times. */
export function barePressScript(count: number): string {
  return `(async () => {
    ${NOW}
    ${SENT}
    const times = [];
    for (let press = 0; press < ${count}; press += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const isSent = sent('/press');
      const held = now();
      document.querySelector('button').dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      times.push({ held, sent: await isSent });
    }
    return times;
  })()`;
}
