/**
 * The address of a submission's record in the console, which is known before the submission is stored: messages that
 * link to it are written first. It has the phone's own id of the submission and the app user's, and nothing about either.
 */

/** Below the console's base path. */
const RECORD_LINK_PATH = 'r';

/** The address of a record. `consoleUrl`: where the server is reached, without a slash at its end. */
export function recordUrl(consoleUrl: string, key: string): string {
  return `${consoleUrl}/app/${RECORD_LINK_PATH}/${key}`;
}

/** The path of the page that shows the newest location of a submission, without an account. */
export const NEWEST_LOCATION_PATH = 'where';

/** The address that shows the newest location of the submission with a record key. */
export function newestLocationUrl(serverUrl: string, key: string): string {
  return `${serverUrl}/${NEWEST_LOCATION_PATH}/${key}`;
}

/** The parts of an address: the app user, and the submission's `client_id`, a UUID in lower case. */
export type RecordKey = { appUserId: number; clientId: string };

const UUID_BYTES = 16;
/** The largest id of an app user has four bytes. */
const PATTERN = /^[\w-]{23,27}$/;

/** 23 to 27 characters that need no escaping in a URL. */
export function encodeRecordKey({ appUserId, clientId }: RecordKey): string {
  const pairs = clientId.replaceAll('-', '').match(/../g) ?? [];
  const bytes = pairs.map((byte) => Number.parseInt(byte, 16));
  for (let rest = appUserId; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Null for text that is not a key. */
export function decodeRecordKey(key: string): RecordKey | null {
  if (!PATTERN.test(key)) return null;
  let bytes: number[];
  try {
    bytes = [...atob(key.replaceAll('-', '+').replaceAll('_', '/'))].map((byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
  const hex = bytes.slice(0, UUID_BYTES).map((byte) => byte.toString(16).padStart(2, '0'));
  const parts = [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)];
  const appUserId = bytes.slice(UUID_BYTES).reduceRight((sum, byte) => sum * 256 + byte, 0);
  const found = { appUserId, clientId: parts.map((part) => part.join('')).join('-') };
  // One spelling for each record.
  return appUserId > 0 && encodeRecordKey(found) === key ? found : null;
}

const EXAMPLE_CLIENT_ID = '00000000-0000-0000-0000-000000000000';

/** The key of an example in a preview or a test message: of no record, and as long as the keys of the app user's records. */
export function exampleRecordKey(appUserId: number): string {
  return encodeRecordKey({ appUserId, clientId: EXAMPLE_CLIENT_ID });
}

export function isExampleRecordKey(key: string): boolean {
  return decodeRecordKey(key)?.clientId === EXAMPLE_CLIENT_ID;
}
