import { z } from 'zod';
import { EXAMPLE_CLIENT_ID, EXAMPLE_LATER_TIME, EXAMPLE_LOCATION, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { clientId, location, requiredText, timestamp } from './fields.ts';

/**
 * Scheduled check-ins of app users: the phone asks at each interval, and the server raises a Lone Worker Emergency if the
 * person does not answer in time, even if the phone is gone.
 */

export const CHECK_IN_LIMITS = {
  /** Minutes. */
  every: { min: 5, max: 240 },
  /** Minutes in which the person can answer before the alarm. */
  grace: { min: 1, max: 30 },
  /** Hours from now until the end. */
  hours: 24,
  reason: 500,
  /** Days after which a report that the person is safe says nothing about now. */
  reportDays: 7,
};

const wholeMinutes = ({ min, max }: { min: number; max: number }) =>
  z
    .int({ error: 'must be a whole number of minutes' })
    .min(min, `must be at least ${min} ${min === 1 ? 'minute' : 'minutes'}`)
    .max(max, `must be at most ${max} minutes`);

const secondsAgo = (most: number) =>
  z
    .int({ error: 'must be a whole number of seconds' })
    .min(0, 'must be at least 0 seconds')
    .max(most, `must be at most ${most} seconds`);

const startCheckInBody = z.strictObject({
  client_id: clientId.describe('Identifies the check-in: the same call again returns the first response.'),
  every_minutes: wholeMinutes(CHECK_IN_LIMITS.every).describe('Minutes between two check-ins.'),
  grace_minutes: wholeMinutes(CHECK_IN_LIMITS.grace).describe(
    'Minutes to answer before the emergency is raised; not more than `every_minutes`.',
  ),
  until: timestamp.describe('When the check-ins end.'),
  location: location.nullish().describe('Where the person is.'),
});
const confirmCheckInBody = z.strictObject({
  client_id: clientId,
  location: location.nullish().describe('Where the person is.'),
  answered_seconds_ago: secondsAgo(CHECK_IN_LIMITS.hours * 3600)
    .optional()
    .describe('How long ago the person answered, if the call comes later. Not a time: clocks differ.'),
});
const endCheckInBody = z.strictObject({ client_id: clientId });

export const checkIn = z.object({
  client_id: z.string(),
  every_minutes: z.number().int(),
  grace_minutes: z.number().int(),
  until: timestamp,
  /** When the person must answer next; the emergency is raised `grace_minutes` later. */
  due_at: timestamp,
  state: z.enum(['active', 'ended', 'raised']),
  /** The id of the press that was raised, as in the app user’s submissions; null unless the state is `raised`. */
  press_client_id: z.string().nullable(),
});
export type CheckIn = z.infer<typeof checkIn>;

const safeBody = z.strictObject({
  client_id: clientId.describe('The id of the press.'),
  reason: requiredText(CHECK_IN_LIMITS.reason).describe('Why the person is safe.'),
  reported_seconds_ago: secondsAgo(CHECK_IN_LIMITS.reportDays * 24 * 3600)
    .optional()
    .describe('How long ago the person reported it, if the call comes later. Not a time: clocks differ.'),
});

const EXAMPLE: CheckIn = {
  client_id: EXAMPLE_CLIENT_ID,
  every_minutes: 30,
  grace_minutes: 5,
  until: EXAMPLE_LATER_TIME,
  due_at: EXAMPLE_TIME,
  state: 'active',
  press_client_id: null,
};
const checkInResponse = z.object({ ok: z.literal(true), data: checkIn });
const MISSING = {
  404: {
    description: 'The app user has no such check-in.',
    msg: 'The check-in does not exist.',
    field: 'client_id',
  },
  409: {
    description: 'The check-in has ended, or its emergency was raised (code `check_in_raised`).',
    msg: 'This check-in has ended.',
    field: 'client_id',
  },
} as const;
const BASES = ['/mapi/v1'] as const;

export const checkInCalls = defineCalls(() => ({
  current: defineCall({
    name: 'getCheckIn',
    method: 'GET',
    path: '/check_in',
    bases: BASES,
    permission: 'phone.use',
    query: z.object({}),
    response: z.object({ ok: z.literal(true), data: checkIn.nullable() }),
    summary: 'The app user’s active check-in, or the newest one',
    example: { query: {}, response: { ok: true, data: EXAMPLE } },
  }),
  start: defineCall({
    name: 'startCheckIn',
    method: 'POST',
    path: '/check_in',
    bases: BASES,
    permission: 'phone.use',
    body: startCheckInBody,
    response: checkInResponse,
    errors: {
      409: {
        description: 'Another check-in is active, or the Lone Worker Emergency button is turned off.',
        msg: 'Another check-in is active.',
        field: 'client_id',
      },
      429: {
        description: 'Too many starts of one app user; Retry-After has the seconds to wait.',
        msg: 'You started many check-ins. This one is not started yet: wait a moment, then start it again.',
      },
    },
    audited: false,
    summary: 'Schedule check-ins',
    example: {
      body: {
        client_id: EXAMPLE_CLIENT_ID,
        every_minutes: 30,
        grace_minutes: 5,
        until: EXAMPLE_LATER_TIME,
        location: EXAMPLE_LOCATION,
      },
      response: { ok: true, data: EXAMPLE },
    },
  }),
  confirm: defineCall({
    name: 'confirmCheckIn',
    method: 'POST',
    path: '/check_in/confirm',
    bases: BASES,
    permission: 'phone.use',
    body: confirmCheckInBody,
    response: checkInResponse,
    errors: MISSING,
    audited: false,
    summary: 'Answer a check-in: the person is well',
    example: {
      body: { client_id: EXAMPLE_CLIENT_ID, location: EXAMPLE_LOCATION },
      response: { ok: true, data: EXAMPLE },
    },
  }),
  end: defineCall({
    name: 'endCheckIn',
    method: 'POST',
    path: '/check_in/end',
    bases: BASES,
    permission: 'phone.use',
    body: endCheckInBody,
    response: checkInResponse,
    errors: MISSING,
    audited: false,
    summary: 'End the check-ins before their time',
    example: {
      body: { client_id: EXAMPLE_CLIENT_ID },
      response: { ok: true, data: { ...EXAMPLE, state: 'ended' } },
    },
  }),
  safe: defineCall({
    name: 'reportSafe',
    method: 'POST',
    path: '/safe',
    bases: BASES,
    permission: 'phone.use',
    body: safeBody,
    response: doneResponse,
    errors: {
      404: {
        description: 'The app user has no such press, or it is no incident.',
        msg: 'The incident does not exist.',
        field: 'client_id',
      },
      409: { description: 'The incident is closed.', msg: 'This incident is closed.', field: 'client_id' },
    },
    audited: false,
    summary: 'Say that the person is safe',
    description:
      'Everyone who was notified of the incident is notified of this. The incident stays open: a responder closes it.',
    example: {
      body: { client_id: EXAMPLE_CLIENT_ID, reason: 'It was a false alarm.' },
      response: { ok: true, msg: 'Everyone who got your alert gets this report.' },
    },
  }),
}));
