import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import type { SmsSettings } from '../../delivery/channels/sms/sms.ts';

/**
 * A simulated SMS provider on loopback for tests and measurements. It stores the messages that it accepts, and
 * simulates the faults that a test chooses.
 */

export type ReceivedSms = {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
  /** When the provider accepted the message, in milliseconds of `performance.now()`. */
  at: number;
};

/** A voice call that the provider accepted. `voice-calls.ts` simulates the people who are called. */
export type ReceivedCall = {
  sid: string;
  to: string;
  from: string;
  twiml: string;
  /** The other fields of the request. */
  fields: Readonly<Record<string, string>>;
};

/**
 * `request`: before the message is accepted; `accepted`: after it is accepted, before the response. `body`: the text of an
 * SMS, or the script of a call.
 */
export type SmsStep = { at: 'request' | 'accepted'; to: string; body: string };

/** undefined: continue; an object: respond with it instead; 'cut': close the connection without a response. */
export type SmsResponse =
  | void
  | { status: number; code?: number; text?: string; headers?: Record<string, string> }
  | 'cut';
export type SmsBehavior = (step: SmsStep) => SmsResponse | Promise<SmsResponse>;

export type TestTwilio = {
  settings: SmsSettings & { baseUrl: string };
  /** The environment variables of a server that uses this provider. */
  variables: Record<string, string>;
  /** All accepted messages, in order; updated live. */
  messages: ReceivedSms[];
  /** All accepted voice calls, in order; updated live. */
  calls: ReceivedCall[];
  /** Calls `listener` with each voice call that is accepted from now on. */
  onCall(listener: (call: ReceivedCall) => void): void;
  /** Resolves when at least `count` voice calls have been accepted in total. */
  waitForCalls(count: number): Promise<ReceivedCall[]>;
  /** The number of connections so far. */
  connections: () => number;
  /** Sets the function that is called at both steps from now on. Without an argument, all messages are accepted. */
  behave(behavior?: SmsBehavior): void;
  /** Resolves when at least `count` messages have been accepted in total. */
  waitFor(count: number): Promise<ReceivedSms[]>;
  /** Makes a signed call of a webhook, as the provider does, and returns the response. */
  call(
    url: string,
    fields: Record<string, string>,
    token?: string,
    /** Where the server is, if `url` is the address of a proxy in front. */
    reachedAt?: string,
  ): Promise<{ status: number; body: string }>;
  close(): Promise<void>;
};

const ACCOUNT = `AC${'7'.repeat(32)}`;
const TOKEN = 'a-token-for-tests';
const MESSAGES = `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;
const CALLS = `/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
const ACCOUNT_PATH = `/2010-04-01/Accounts/${ACCOUNT}.json`;
const NUMBERS = `/2010-04-01/Accounts/${ACCOUNT}/IncomingPhoneNumbers.json`;

export async function startTwilio({ from = '+12025550100' } = {}): Promise<TestTwilio> {
  const messages: ReceivedSms[] = [];
  const calls: ReceivedCall[] = [];
  const listeners = new Set<(call: ReceivedCall) => void>();
  const waiting = new Set<() => void>();
  let behavior: SmsBehavior = () => {};
  let connections = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const [to, body] = [fields.get('To') ?? '', fields.get('Body') ?? fields.get('Twiml') ?? ''];
    const instead = await behavior({ at: 'request', to, body });
    if (instead) return respond(response, instead);
    const read = request.method === 'GET' ? readAccount(request, from) : undefined;
    if (read) return respond(response, read);
    const problem = problemOf(request, fields, from);
    if (problem) return respond(response, problem);
    const isCall = request.url === CALLS;
    const sid = `${isCall ? 'CA' : 'SM'}${randomBytes(16).toString('hex')}`;
    const fromNumber = fields.get('From') ?? fields.get('MessagingServiceSid') ?? '';
    if (isCall) {
      const call = { sid, to, from: fromNumber, twiml: body, fields: Object.fromEntries(fields) };
      calls.push(call);
      for (const listener of listeners) listener(call);
    } else {
      const statusCallback = fields.get('StatusCallback');
      messages.push({ sid, to, from: fromNumber, body, statusCallback, at: performance.now() });
    }
    for (const check of waiting) check();
    const after = await behavior({ at: 'accepted', to, body });
    if (after) return respond(response, after);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid, status: 'queued', to, from: fromNumber, body, error_code: null }));
  }

  const server = createServer((request, response) => {
    // A client that closes its connection is not a fault of this server.
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  /** Resolves with the list when it has `count` entries. */
  const reached = <Entry>(list: Entry[], count: number) =>
    new Promise<Entry[]>((resolve) => {
      const check = () => {
        if (list.length < count) return;
        waiting.delete(check);
        resolve(list);
      };
      waiting.add(check);
      check();
    });
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
    calls,
    connections: () => connections,
    behave(next = () => {}) {
      behavior = next;
    },
    waitFor: (count) => reached(messages, count),
    waitForCalls: (count) => reached(calls, count),
    onCall: (listener) => void listeners.add(listener),
    async call(url, fields, token = TOKEN, reachedAt = url) {
      const response = await fetch(reachedAt, {
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

/** The account, and its numbers with the requested one; undefined for another path. */
function readAccount(request: IncomingMessage, from: string): SmsResponse {
  if (!isAuthorized(request)) return undefined;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio');
  const json = (body: object) => ({ status: 200, text: JSON.stringify(body) });
  if (pathname === ACCOUNT_PATH) return json({ sid: ACCOUNT, status: 'active' });
  if (pathname !== NUMBERS) return undefined;
  const isOurs = searchParams.get('PhoneNumber') === from;
  return json({ incoming_phone_numbers: isOurs ? [{ phone_number: from }] : [] });
}

function isAuthorized({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
}

/** The provider's own rejection of an invalid request, or undefined. */
function problemOf(request: IncomingMessage, fields: URLSearchParams, from: string): SmsResponse {
  if (!isAuthorized(request)) return { status: 401, code: 20003, text: 'Authenticate' };
  if (request.method !== 'POST' || ![MESSAGES, CALLS].includes(request.url ?? '')) {
    return { status: 404, code: 20404, text: `${request.url} was not found` };
  }
  if (!/^\+[1-9]\d{6,14}$/.test(fields.get('To') ?? '')) {
    return { status: 400, code: 21211, text: "The 'To' number is not a valid phone number" };
  }
  if ((fields.get('From') ?? fields.get('MessagingServiceSid')) !== from) {
    return { status: 400, code: 21606, text: "The 'From' number is not yours" };
  }
  if ((fields.get('Twiml') ?? '').length > 4000)
    return { status: 400, code: 21218, text: 'Twiml is too long' };
  return undefined;
}

function respond(response: ServerResponse, chosen: Exclude<SmsResponse, void>): void {
  if (chosen === 'cut') {
    response.destroy();
    return;
  }
  const { status, code, text: message = 'No', headers = {} } = chosen;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  // A response without a code is not from the provider but from a proxy.
  response.end(code === undefined ? message : JSON.stringify({ status, code, message, more_info: '' }));
}
