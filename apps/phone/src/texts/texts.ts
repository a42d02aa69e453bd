import { en, type Texts } from './en.ts';

/** `es` on phones in Spanish, else `en`. */
export const language = (globalThis.navigator?.language ?? 'en').toLowerCase().startsWith('es') ? 'es' : 'en';

/** The app's texts in the phone's language. The Spanish ones are a file that only these phones load. */
export const texts: Texts = language === 'es' ? (await import('./es.ts')).es : en;
