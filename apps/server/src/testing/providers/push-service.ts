import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushNetwork } from '../../delivery/channels/push/push-network.ts';
import { testAuthority } from './certificates.ts';

/**
 * A simulated push service on loopback. It accepts messages as RFC 8030 says, checks who sends them (RFC 8292), and
 * decrypts them as the browser would (RFC 8291).
 */

export type ReceivedPush = {
  path: string;
  headers: IncomingMessage['headers'];
  payload: unknown;
  /** The claims of the sender's token, whose signature is right. */
  sender: Record<string, unknown>;
};

/**
 * A status to respond with instead of 201; `never` for no response; `twice`: accepts the message, and the browser gets it
 * two times. A promise: the service is slow.
 */
export type PushResponse = number | 'never' | 'twice' | { status: number; retryAfter: number };
export type PushBehavior = (path: string) => PushResponse | Promise<PushResponse>;

/** The part of a subscription that a browser sends to the server. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

const HOST = 'push.example.com';

export async function startPushService() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const messages: ReceivedPush[] = [];
  const requests: string[] = [];
  const waiting = new Set<() => void>();
  let behavior: PushBehavior = () => 201;
  let created = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await buffer(request);
    requests.push(path);
    const given = await behavior(path);
    const result = given === 'twice' ? 201 : given;
    for (let count = given === 'twice' ? 2 : result === 201 ? 1 : 0; count > 0; count -= 1) {
      const sender = readSender(request.headers.authorization ?? '');
      messages.push({ path, headers: request.headers, payload: decrypt(browser, auth, body), sender });
    }
    for (const wake of waiting) wake();
    if (result === 'never') return;
    const { status, retryAfter = null } = typeof result === 'number' ? { status: result } : result;
    response.writeHead(status, retryAfter === null ? {} : { 'retry-after': String(retryAfter) }).end('ok');
  }

  const authority = testAuthority();
  const server = createServer(authority.issue(HOST), (request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const network: PushNetwork = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isPublic: () => true,
    port: (server.address() as AddressInfo).port,
    ca: authority.certificate,
  };
  return {
    network,
    /** The messages that were accepted, and the paths of all requests; updated live. */
    messages,
    requests,
    /** A new subscription of the browser. */
    subscribe(): Subscription {
      created += 1;
      return {
        endpoint: `https://${HOST}/send/${created}`,
        keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    behave(next: PushBehavior = () => 201): void {
      behavior = next;
    },
    /** Resolves when at least `count` requests have arrived in total. */
    async waitFor(count: number): Promise<void> {
      while (requests.length < count) {
        await new Promise<void>((wake) => {
          waiting.add(wake);
        });
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}

/** Throws if the token of the header is not signed by the key of the header. */
function readSender(header: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token is not signed by its key');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), key };
}

function decrypt(browser: ReturnType<typeof createECDH>, auth: Buffer, body: Buffer): unknown {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}
