import { createStore } from '../store/store.ts';

/** The browser's own question whether to install the app; browsers without it have a menu entry. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

export const installPrompt = createStore<InstallEvent | null>(null);

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault();
  installPrompt.set(event as InstallEvent);
});
globalThis.addEventListener?.('appinstalled', () => installPrompt.set(null));

/** True if the app was started from its icon. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
