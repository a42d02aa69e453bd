import { createStore } from '../store/store.ts';

/** Settings of this phone: how a button is pressed, whether changes of state make a sound, and whether a button was ever held. */
export type Preferences = {
  gesture: 'hold' | 'confirm';
  sound: boolean;
  hasHeld: boolean;
  /** Pixels of what was last shown above the buttons: an open emergency, and check-ins. */
  barsHeight: number;
};

const KEY = 'callpoint.preferences';
const DEFAULTS: Preferences = { gesture: 'hold', sound: true, hasHeld: false, barsHeight: 0 };

export const preferences = createStore<Preferences>(stored());

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}

export function setPreferences(changed: Partial<Preferences>): void {
  const next = { ...preferences.current(), ...changed };
  preferences.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The browser stores nothing: the setting lasts until the app is closed.
  }
}
