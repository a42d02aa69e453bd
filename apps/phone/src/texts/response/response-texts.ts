import { language } from '../texts.ts';
import { responseEn, type ResponseTexts } from './en.ts';

/** The texts about what follows a press, in the phone's language. No first screen loads them. */
export const responseTexts: ResponseTexts = language === 'es' ? await loadSpanish() : responseEn;

async function loadSpanish(): Promise<ResponseTexts> {
  return await import('./es.ts').then(
    ({ responseEs }) => responseEs,
    () => responseEn,
  );
}
