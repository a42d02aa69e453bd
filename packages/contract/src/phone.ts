import { z } from 'zod';
import { BUTTON_IDS, FORM_IDS } from './catalogue.ts';
import {
  NO_MOMENT,
  email,
  givenPassword,
  isStorable,
  line,
  location,
  newPassword,
  optionalText,
  text,
} from './fields.ts';
import { contact } from './settings.ts';

/** Calls of the phone base `/mapi/v1`. */

export const phoneLogin = z.strictObject({ email, password: givenPassword });

const shouldChangePassword = z
  .boolean()
  .describe('True while somebody else set the password: the phone prompts the person to change it.');

export const phoneLoginResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    token: z.string(),
    should_change_password: shouldChangePassword,
    user: z.object({
      id: z.number().int(),
      team_id: z.number().int(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  }),
});

/** The app user replaces its own password; its other sessions end. */
export const changePhonePassword = z.strictObject({
  current_password: givenPassword.describe('The password with which the person signed in.'),
  password: newPassword,
});

export const dashboardResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    top_text: z.string(),
    buttons: z.array(
      z.object({
        slot: z.number().int(),
        label: z.string(),
        kind: z.enum(['button', 'form', 'contacts']),
        /** The button id or the form id; none for the contacts. */
        id: z.number().int().nullable(),
        mode: z.enum(['yes', 'no']),
        color: z.string().nullable(),
      }),
    ),
    contacts: z.array(contact),
    should_change_password: shouldChangePassword,
  }),
});
export type Dashboard = z.infer<typeof dashboardResponse>['data'];

const oneOf = <Id extends number>(ids: readonly Id[]) =>
  z.literal(ids, { error: `must be one of ${ids.join(', ')}` });

const clientId = z
  .uuid({ error: 'must be a UUID' })
  .transform((value) => value.toLowerCase())
  .describe(
    'The phone’s own id for a submission: sent again, it gets the first answer and causes nothing new.',
  );

const whenAndWhere = {
  client_id: clientId,
  location: location.nullish().describe('Where the phone was; left out where it does not share it.'),
  pressed_at: z.iso
    .datetime({ offset: true, error: NO_MOMENT })
    .refine(isStorable, 'must be of the years 1 to 9999')
    .nullish()
    .describe('When the person pressed, by the phone’s clock.'),
};

export const pressButton = z.strictObject({ ...whenAndWhere, button_id: oneOf(BUTTON_IDS) });

export const submitForm = z.strictObject({
  ...whenAndWhere,
  f_id: oneOf(FORM_IDS),
  company: optionalText(200).nullish().describe('The company that the person works for.'),
  message: text(5000).describe('What the person writes, not blank.'),
  type: line(200).nullish().describe('Forms 2 and 3: what kind of product or consultation.'),
});

/** `alert` is the filled-in on-screen text; `repeated` says that this client_id had been accepted before. */
export const submissionResponse = z.object({
  ok: z.literal(true),
  data: z.object({ id: z.number().int(), alert: z.string(), repeated: z.boolean() }),
});
