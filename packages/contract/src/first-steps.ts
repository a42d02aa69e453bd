import { z } from 'zod';
import { DELETED_ACCOUNT_ERROR } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { BUTTON_IDS, FORM_IDS, type Item } from './catalog.ts';
import { callBody } from './fields.ts';
import { notificationKey } from './setting-keys.ts';
import { BUTTON_FIELDS, FORM_FIELDS } from './setting-kinds.ts';
import { TEXTS } from './texts.ts';

/** The first steps of a new subscriber; the stored data decides whether a step is done. */

export const firstSteps = z.object({
  /** The email address is confirmed. */
  email_confirmed: z.boolean(),
  /** There is an app user. */
  user_added: z.boolean(),
  /** Someone saved who is notified, or confirmed the recipients without a change. */
  recipients_set: z.boolean(),
  /** App users can call a safety contact: one has a phone number. */
  contact_added: z.boolean(),
  /** A message of this subscriber was sent: a test, or a real one. */
  test_sent: z.boolean(),
  /** An app user has signed in to the phone app. Whether they installed it is not known: a browser shows it too. */
  phone_installed: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const firstStepsQuery = z.object({});
/** `steps` is null when the list is finished: all steps are done, or the subscriber dismissed the list. */
const firstStepsResponse = z.object({
  ok: z.literal(true),
  data: z.object({ steps: firstSteps.nullable() }),
});
export type FirstStepsData = z.infer<typeof firstStepsResponse>['data'];

const confirmRecipientsBody = callBody({});
const endFirstStepsBody = callBody({});

/** The settings that define who is notified, without the texts. */
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
    errors: DELETED_ACCOUNT_ERROR,
    subject: 'team',
    summary: 'The first steps of a new subscriber, and which are done',
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
            contact_added: false,
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
    body: confirmRecipientsBody,
    response: doneResponse,
    errors: DELETED_ACCOUNT_ERROR,
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
    body: endFirstStepsBody,
    response: doneResponse,
    errors: DELETED_ACCOUNT_ERROR,
    subject: 'team',
    summary: 'Dismiss the list of first steps permanently',
    example: { body: {}, response: { ok: true, msg: TEXTS.updated } },
  }),
}));
