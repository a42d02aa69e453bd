import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';

/** Push messages to phones (Web Push): where they are sent, and what they contain. */

/** The subscriptions of one app user, e.g. of several phones; a further one replaces the oldest. */
export const MAX_PUSH_SUBSCRIPTIONS = 5;
/** The same for an account of the console, which several people may use. */
export const MAX_CONSOLE_SUBSCRIPTIONS = 20;

const PUBLIC_HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** Whether push messages may be sent to an address: https on its usual port, of a host with a public name. */
export function isPushEndpoint(value: string): boolean {
  const url = URL.parse(value);
  return (
    url?.protocol === 'https:' && url.port === '' && url.username === '' && PUBLIC_HOST.test(url.hostname)
  );
}

const endpoint = z
  .string()
  .max(1000)
  .refine(isPushEndpoint, 'must be an https address of a public host')
  .describe('The address of the browser’s push service for this phone.');

const createPushSubscriptionBody = z.strictObject({
  endpoint,
  keys: z
    .strictObject({
      p256dh: z
        .string()
        .regex(/^[\w-]{87}=?$/, 'must be a key of 65 bytes in base64url')
        .describe('The public key of the subscription.'),
      auth: z
        .string()
        .regex(/^[\w-]{22}(?:==)?$/, 'must be a secret of 16 bytes in base64url')
        .describe('The authentication secret of the subscription.'),
    })
    .describe('The keys that encrypt messages for this phone.'),
});

const deletePushSubscriptionBody = z.strictObject({ endpoint });

/** The payload of a push message. The phone writes the text. */
export type PushPayload = OpenedPayload | IncidentPayload | CheckInPayload | NotePayload;

/** A submission was opened for the first time. */
export type OpenedPayload = {
  kind: 'opened';
  submission: 'button' | 'form';
  id: number;
  /** The phone's own id of the submission. */
  client_id: string;
  /** The button or form. */
  item_id: number;
  opened_at: string;
};

/** Someone has the incident of the person's press, or can't after all (`owner` is null). */
export type IncidentPayload = {
  kind: 'incident';
  /** The phone's own id of the press. */
  client_id: string;
  owner: string | null;
  eta_at: string | null;
  is_drill: boolean;
  /** Further people are notified if no one acknowledges. */
  continues: boolean;
  /**
   * The number and the time of the newest event of the incident. News with a lower number and an earlier time is older, also if it
   * arrives later: after a failover that lost events, numbers start again. Messages that an older version of the server stored have none.
   */
  newest?: { seq: number; at: string };
};

/** A check-in is due: the person must answer before `raise_at`. */
export type CheckInPayload = { kind: 'check_in'; client_id: string; due_at: string; raise_at: string };

/**
 * A message of the outbox, or a note for consoles. `path`: of this server, opens with it; null: the app opens. `order`: of two notes
 * with the same id, the one with the higher number is newer; missing: 0.
 */
export type NotePayload = {
  kind: 'note';
  id: string;
  title: string;
  body: string;
  path: string | null;
  order?: number;
};

const EXAMPLE_ENDPOINT = 'https://push.example.com/send/5f2b8c1e';

const EXAMPLE_BODY = {
  endpoint: EXAMPLE_ENDPOINT,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export const pushCalls = defineCalls(() => ({
  consoleKey: defineCall({
    name: 'pushKey',
    method: 'GET',
    path: '/push_key',
    bases: CONSOLE_BASES,
    permission: 'push.receive',
    response: z.object({
      ok: z.literal(true),
      data: z.object({
        key: z
          .string()
          .nullable()
          .describe(
            'The public key for push subscriptions (VAPID, base64url); null: the server sends no push messages.',
          ),
      }),
    }),
    summary: 'The key for push subscriptions',
    example: { response: { ok: true, data: { key: EXAMPLE_BODY.keys.p256dh } } },
  }),
  subscribeConsole: defineCall({
    name: 'createConsolePushSubscription',
    method: 'POST',
    path: '/push_subscription',
    bases: CONSOLE_BASES,
    permission: 'push.receive',
    body: createPushSubscriptionBody,
    response: doneResponse,
    errors: {
      409: {
        description: 'The server sends no push messages (`key` of `pushKey` is null).',
        msg: 'This server sends no notifications.',
        field: 'endpoint',
      },
      429: {
        description: 'Too many subscriptions of one account or network; Retry-After has the seconds to wait.',
        msg: 'This device asked for notifications many times. Wait a moment, then try again.',
      },
    },
    audited: false,
    summary: 'Receive push messages in this browser',
    description: `The browser gets the account’s messages of the channel push, also while the console is closed. A subscriber’s browser also gets each new incident, and the report that the person is safe. It ends with the session. Of one account, the newest ${MAX_CONSOLE_SUBSCRIPTIONS} are kept; the same endpoint again replaces its subscription.`,
    example: { body: EXAMPLE_BODY, response: { ok: true, msg: 'Notifications are on.' } },
  }),
  unsubscribeConsole: defineCall({
    name: 'deleteConsolePushSubscription',
    method: 'POST',
    path: '/push_subscription/delete',
    bases: CONSOLE_BASES,
    permission: 'push.receive',
    body: deletePushSubscriptionBody,
    response: doneResponse,
    audited: false,
    summary: 'Receive no push messages in this browser',
    description: 'Succeeds if there is no such subscription, so that a browser can repeat it.',
    example: { body: { endpoint: EXAMPLE_ENDPOINT }, response: { ok: true, msg: 'Notifications are off.' } },
  }),
  subscribe: defineCall({
    name: 'createPushSubscription',
    method: 'POST',
    path: '/push_subscription',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    body: createPushSubscriptionBody,
    response: doneResponse,
    errors: {
      409: {
        description: 'The server sends no push messages (`push_key` of the dashboard is null).',
        msg: 'This server sends no notifications to phones.',
        field: 'endpoint',
      },
      429: {
        description:
          'Too many subscriptions of one app user or network; Retry-After has the seconds to wait.',
        msg: 'This device asked for notifications many times. Wait a moment, then try again.',
      },
    },
    audited: false,
    summary: 'Receive push messages on this phone',
    description: `The phone gets a message when one of the person’s submissions is first opened, when someone acknowledges it, and when a check-in is due. The subscription ends with the session. Of one person, the newest ${MAX_PUSH_SUBSCRIPTIONS} are kept; the same endpoint again replaces its subscription.`,
    example: { body: EXAMPLE_BODY, response: { ok: true, msg: 'Notifications are on.' } },
  }),
  unsubscribe: defineCall({
    name: 'deletePushSubscription',
    method: 'POST',
    path: '/push_subscription/delete',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    body: deletePushSubscriptionBody,
    response: doneResponse,
    audited: false,
    summary: 'Receive no push messages on this phone',
    description: 'Succeeds if there is no such subscription, so that a phone can repeat it.',
    example: { body: { endpoint: EXAMPLE_ENDPOINT }, response: { ok: true, msg: 'Notifications are off.' } },
  }),
}));
