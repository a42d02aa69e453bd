import { texts } from './texts.ts';

/**
 * Why the server rejected something, in the phone's language. Where that reason is not known, the server's own sentence,
 * and in Spanish that it is the server's.
 */
export function serverText(
  failure: { reason?: string | null; code?: string | null; text: string | null } | null,
): string {
  const reason = failure?.reason ?? failure?.code ?? '';
  const known = texts.reasons[reason];
  if (known !== undefined) return known;
  return failure?.text ? texts.common.serverSays(failure.text) : '';
}
