import type { LookupFunction } from 'node:net';
import { request } from 'node:https';
import { isPushEndpoint } from '@callpoint/contract/push';
import webpush from 'web-push';
import type { AccountsDb } from '../../../db/handles/accounts.ts';
import type { PushKeys } from './push-keys.ts';
import type { PushNetwork, ResolvedAddress } from './push-network.ts';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };
export type PushContent = {
  payload: string;
  /** Seconds for which the push service stores the message while the phone is offline. */
  ttl: number;
  /** A later message of the same topic replaces one that the phone did not receive yet. */
  topic: string;
};

/**
 * - `sent`: the push service accepted the message.
 * - `gone`: the subscription no longer exists, or can never work.
 * - `rejected`: the push service does not accept the message; another attempt would not change that.
 * - `failed`: another attempt may succeed, after `retryAfter` seconds if the service says so.
 */
export type PushResult =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'failed'; reason: string; retryAfter: number | null };

export type PushSender = { keys: PushKeys; subject: string; network: PushNetwork };
/** What the channel needs to send: the keys and the network, and where the subscriptions are. */
export type PushSending = { accounts: AccountsDb; sender: PushSender };

/** Whom a push service contacts about our messages: it accepts only an https address or an email address. */
export function pushSubject(publicUrl: string | null): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@callpoint.example';
}

/** Sends one message: encrypted for the phone (RFC 8291), only to public addresses, without following redirects. */
export async function sendPush(
  { keys, subject, network }: PushSender,
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttl, topic }: PushContent,
  signal: AbortSignal,
): Promise<PushResult> {
  if (!isPushEndpoint(endpoint)) return { kind: 'gone' };
  let details;
  try {
    details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: ttl,
      topic,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
  } catch {
    // The phone's key is no point of the curve.
    return { kind: 'gone' };
  }
  const { hostname, pathname, search } = new URL(endpoint);
  try {
    const addresses = await network.resolve(hostname, signal);
    if (addresses.length === 0 || !addresses.every(({ address }) => network.isPublic(address))) {
      return { kind: 'rejected', reason: 'the host has an address that is not public' };
    }
    const headers = details.headers as Record<string, string | number>;
    const url = { hostname, path: pathname + search };
    return toResult(await post(network, addresses, { ...url, headers, body: details.body }, signal));
  } catch (error) {
    return {
      kind: 'failed',
      reason: error instanceof Error ? error.message : String(error),
      retryAfter: null,
    };
  }
}

type Response = { status: number; retryAfter: number | null };

function toResult({ status, retryAfter }: Response): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `the push service returned ${status}`;
  return status === 429 || status >= 500
    ? { kind: 'failed', reason, retryAfter }
    : { kind: 'rejected', reason };
}

/** Reads only the status of the response. The connection goes to the checked addresses, not to a later lookup's. */
function post(
  { port, ca }: PushNetwork,
  addresses: readonly ResolvedAddress[],
  call: { hostname: string; path: string; headers: Record<string, string | number>; body: Buffer | null },
  signal: AbortSignal,
): Promise<Response> {
  const lookup: LookupFunction = (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
  return new Promise((resolve, reject) => {
    const { hostname, path, headers, body } = call;
    const options = { method: 'POST', hostname, port, path, headers, lookup, signal, agent: false, ca };
    request(options, (response) => {
      const retryAfter = Number.parseInt(response.headers['retry-after'] ?? '', 10);
      response.destroy();
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: Number.isNaN(retryAfter) ? null : Math.max(0, retryAfter),
      });
    })
      .on('error', reject)
      .end(body);
  });
}
