import { texts } from './texts.ts';

/** The server's sentence in the phone's language, where its reason is known. */
export function serverText(
  failure: { reason?: string | null; code?: string | null; text: string | null } | null,
): string {
  const reason = failure?.reason ?? failure?.code ?? '';
  return texts.reasons[reason] ?? failure?.text ?? '';
}
