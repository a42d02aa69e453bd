import { z } from 'zod';
import { BUTTON_IDS, FORM_IDS, type Item } from './catalogue.ts';
import { callBody } from './fields.ts';
import { BUTTON_FIELDS, FORM_FIELDS, notificationKey } from './settings.ts';

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
