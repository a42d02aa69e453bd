import { en, type Texts } from './en.ts';

/** `es` on phones in Spanish, else `en`. */
export const language = (globalThis.navigator?.language ?? 'en').toLowerCase().startsWith('es') ? 'es' : 'en';

/** The app's texts in the phone's language. The Spanish ones are a file that only these phones load. */
export const texts: Texts = language === 'es' ? await loadSpanish() : en;

async function loadSpanish(): Promise<Texts> {
  // Without its file the app is in English rather than empty.
  return await import('./es.ts').then(
    ({ es }) => es,
    () => en,
  );
}
