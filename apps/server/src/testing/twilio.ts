import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import type { SmsSettings } from '../delivery/channels/sms/sms.ts';

/** The SMS provider on loopback for tests and measurements: it keeps what it takes, and fails as it is told. */

export type ReceivedSms = {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
  /** When it was taken, in milliseconds of `performance.now()`. */
  at: number;
};

/** `request`: before the message is taken; `taken`: after it, before the answer. */
export type SmsStep = { at: 'request' | 'taken'; to: string; body: string };

/** nothing: go on; an answer instead of what would come; 'cut': drop the connection without a word. */
export type SmsAnswer =
  | void
  | { status: number; code?: number; text?: string; headers?: Record<string, string> }
  | 'cut';
export type SmsBehaviour = (step: SmsStep) => SmsAnswer | Promise<SmsAnswer>;

export type TestTwilio = {
  settings: SmsSettings & { baseUrl: string };
  /** For the environment of a server. */
  variables: Record<string, string>;
  /** What was taken, in order; live. */
  messages: ReceivedSms[];
  /** Connections made so far. */
  connections: () => number;
  /** From now on; asked at both steps. Without an argument: take everything. */
  behave(behaviour?: SmsBehaviour): void;
  /** Resolves when at least `count` messages have been taken in all. */
  waitFor(count: number): Promise<ReceivedSms[]>;
  /** Calls a hook as the provider does, signed, and answers what it was answered. */
  call(
    url: string,
    fields: Record<string, string>,
    token?: string,
  ): Promise<{ status: number; body: string }>;
  close(): Promise<void>;
};

const ACCOUNT = `AC${'7'.repeat(32)}`;
const TOKEN = 'a-token-for-tests';

export async function startTwilio({ from = '+12025550100' } = {}): Promise<TestTwilio> {
  const messages: ReceivedSms[] = [];
  const waiting = new Set<() => void>();
  let behaviour: SmsBehaviour = () => {};
  let connections = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const [to, body] = [fields.get('To') ?? '', fields.get('Body') ?? ''];
    const instead = await behaviour({ at: 'request', to, body });
    if (instead) return refuse(response, instead);
    const problem = problemOf(request, fields, from);
    if (problem) return refuse(response, problem);
    const sid = `SM${randomBytes(16).toString('hex')}`;
    const sender = fields.get('From') ?? fields.get('MessagingServiceSid') ?? '';
    const statusCallback = fields.get('StatusCallback');
    messages.push({ sid, to, from: sender, body, statusCallback, at: performance.now() });
    for (const look of waiting) look();
    const after = await behaviour({ at: 'taken', to, body });
    if (after) return refuse(response, after);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid, status: 'queued', to, from: sender, body, error_code: null }));
  }

  const server = createServer((request, response) => {
    // A client that drops its connection is not this server's fault.
    take(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    settings: { accountSid: ACCOUNT, authToken: TOKEN, from, baseUrl },
    variables: {
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: from,
      TWILIO_BASE_URL: baseUrl,
    },
    messages,
    connections: () => connections,
    behave(next = () => {}) {
      behaviour = next;
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (messages.length < count) return;
          waiting.delete(look);
          resolve(messages);
        };
        waiting.add(look);
        look();
      }),
    async call(url, fields, token = TOKEN) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, url, fields) },
        body: new URLSearchParams(fields),
      });
      return { status: response.status, body: await response.text() };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What the provider itself refuses, whatever it is told to do. */
function problemOf(request: IncomingMessage, fields: URLSearchParams, from: string): SmsAnswer {
  const basic = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  if (request.headers.authorization !== basic) return { status: 401, code: 20003, text: 'Authenticate' };
  if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) {
    return { status: 404, code: 20404, text: `${request.url} was not found` };
  }
  if (!/^\+[1-9]\d{6,14}$/.test(fields.get('To') ?? '')) {
    return { status: 400, code: 21211, text: "The 'To' number is not a valid phone number" };
  }
  if ((fields.get('From') ?? fields.get('MessagingServiceSid')) !== from) {
    return { status: 400, code: 21606, text: "The 'From' number is not yours" };
  }
  return undefined;
}

function refuse(response: ServerResponse, answer: Exclude<SmsAnswer, void>): void {
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  const { status, code, text: message = 'No', headers = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  // Without a code it is not the provider's own answer but that of something before it.
  response.end(code === undefined ? message : JSON.stringify({ status, code, message, more_info: '' }));
}
