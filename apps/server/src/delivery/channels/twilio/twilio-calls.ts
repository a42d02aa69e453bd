import type { CallFields, HookCall } from '../provider-hook.ts';
import { twilioLibrary } from './twilio-library.ts';

/** What webhooks of Twilio share: their signature, and the fields of their forms. */

const IS_SID = /^[A-Z]{2}[0-9a-f]{32}$/i;
const IS_KEY = /^[0-9a-f]{40}$/;

/** The parts of a webhook that are the same for all: `token` signs the calls. */
export function twilioHook(token: string) {
  return {
    contentType: 'text/xml; charset=utf-8',
    isSigned({ headers, url, body }: HookCall): boolean {
      const signature = headers['x-twilio-signature'];
      return typeof signature === 'string' && twilioLibrary().validateRequest(token, signature, url, body);
    },
  };
}

/** A field's value; null if it is missing, empty or repeated. */
export function field(fields: CallFields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A field with one of Twilio's ids; null for another value. */
export function sidField(fields: CallFields, name: string): string | null {
  const sid = field(fields, name);
  return sid !== null && IS_SID.test(sid) ? sid : null;
}

/** The query of an address for calls about a message. */
export function messageQuery(messageKey: string, attempt: number): string {
  return `?message=${messageKey}&attempt=${attempt}`;
}

/** The message in the query of a call; null if the call is about another one. */
export function messageOf(query: CallFields): { messageKey: string; attempt: number } | null {
  const messageKey = field(query, 'message');
  if (messageKey === null || !IS_KEY.test(messageKey)) return null;
  return { messageKey, attempt: Number(field(query, 'attempt') ?? Number.NaN) };
}

/** Twilio's code in a call; null if there is none. */
export function errorCodeOf(fields: CallFields, name: string): number | null {
  const given = field(fields, name);
  return given !== null && /^\d{1,6}$/.test(given) ? Number(given) : null;
}
