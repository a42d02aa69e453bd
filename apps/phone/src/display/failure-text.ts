import { serverText } from '../texts/server-text.ts';
import { texts } from '../texts/texts.ts';

/** What is known of a failed call: a `CallFailure`. */
type FailedCall = {
  kind: string;
  status: number;
  code: string | null;
  message: string;
  retryAfter: number | null;
  fields: readonly string[];
};

/** Why a call failed, in the phone's language. */
export function failureText(failure: FailedCall): string {
  const { kind, message, retryAfter } = failure;
  if (kind !== 'rejected') return navigator.onLine ? texts.signIn.unreachable : texts.signIn.offline;
  const reason = reasonOf(failure);
  const text = serverText({ reason, text: message }) || texts.signIn.unreachable;
  // The server's own sentence names the time.
  return reason === 'too_many_attempts' && retryAfter !== null && text !== message
    ? `${text} ${texts.signIn.wait(retryAfter)}`
    : text;
}

/** The server's code, or a reason that follows from the status and the rejected field. */
function reasonOf({ code, status, fields }: FailedCall): string | null {
  if (status === 429) return 'too_many_attempts';
  if (status === 400 && fields.includes('email')) return 'invalid_email';
  if (status === 400 && fields.includes('password')) return 'weak_password';
  if (code === 'wrong_password' && fields.includes('current_password')) return 'wrong_current_password';
  return code;
}
