import { z } from 'zod';
import { defineCall, defineCalls } from './call.ts';
import { done } from './errors.ts';
import { BUTTON_IDS, FORM_IDS, type Item } from './catalogue.ts';
import { callBody } from './fields.ts';
import { BUTTON_FIELDS, FORM_FIELDS, notificationKey } from './settings.ts';
import { TEXTS } from './texts.ts';

/** What a new subscriber does first, ticked from what really is there. */

export const firstSteps = z.object({
  /** The email address is confirmed. */
  email_confirmed: z.boolean(),
  /** There is an app user. */
  user_added: z.boolean(),
  /** Somebody saved who is told of something, or said that it is right as it is. */
  recipients_set: z.boolean(),
  /** A message of this subscriber has left: a test, or a real one. */
  test_sent: z.boolean(),
  /** An app user has signed in on a phone. */
  phone_installed: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const firstStepsQuery = z.object({});
/** `steps` is null when the list is over: all was done, or the subscriber put it away. */
export const firstStepsResponse = z.object({
  ok: z.literal(true),
  data: z.object({ steps: firstSteps.nullable() }),
});
export type FirstStepsData = z.infer<typeof firstStepsResponse>['data'];

export const confirmRecipients = callBody({});
export const endFirstSteps = callBody({});

/** The settings that say who is told, and not with what words. */
export const RECIPIENT_KEYS: readonly string[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
].flatMap((item) =>
  (item.kind === 'button' ? BUTTON_FIELDS : FORM_FIELDS)
    .filter((field) => !/message|subject|screen/.test(field))
    .map((field) => notificationKey(field, item)),
);

export const firstStepsCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getFirstSteps',
    method: 'GET',
    path: '/firstSteps',
    bases: ['/tapi/v1'],
    permission: 'first_steps.use',
    query: firstStepsQuery,
    response: firstStepsResponse,
    subject: 'team',
    summary: 'How far a new subscriber is with its first steps',
    description: '`steps` is null when the list is finished: everything is done, or it was dismissed.',
    example: {
      query: {},
      response: {
        ok: true,
        data: {
          steps: {
            email_confirmed: true,
            user_added: true,
            recipients_set: false,
            test_sent: false,
            phone_installed: false,
          },
        },
      },
    },
  }),
  confirmRecipients: defineCall({
    name: 'confirmRecipients',
    method: 'POST',
    path: '/confirmRecipients',
    bases: ['/tapi/v1'],
    permission: 'first_steps.use',
    body: confirmRecipients,
    response: done,
    subject: 'team',
    summary: 'Confirm that the right people are notified, without changing them',
    example: { body: {}, response: { ok: true, msg: TEXTS.updated } },
  }),
  end: defineCall({
    name: 'endFirstSteps',
    method: 'POST',
    path: '/endFirstSteps',
    bases: ['/tapi/v1'],
    permission: 'first_steps.use',
    body: endFirstSteps,
    response: done,
    subject: 'team',
    summary: 'Dismiss the list of first steps for good',
    example: { body: {}, response: { ok: true, msg: TEXTS.updated } },
  }),
}));
