import { z } from 'zod';
import { callBody, email, id, line, moment, newPassword, phone, queryId, readAt, status } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** App users: the people who carry the phone. Their passwords are write only. */

export const appUserList = {
  sort: ['id', 'name', 'email', 'phone', 'status', 'created_at'],
  defaultOrder: 'desc',
  filters: { id: queryId, team_id: queryId, status: z.enum(['0', '1']).transform(Number) },
  filterIns: {},
} as const satisfies ListSpec;
export const appUsersQuery = listQuery(appUserList);

/** What somebody agreed to when they gave their number: when, who recorded it, and the words. */
const smsConsent = z.object({
  at: moment,
  by: z.object({ role: z.enum(['admin', 'team']), id: z.number().int() }),
  /** As it was typed then. */
  number: z.string(),
  wording: z.string(),
});
export type SmsConsent = z.infer<typeof smsConsent>;

export const appUser = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  sms_consent: smsConsent.nullable(),
  /** When their number replied STOP to the sender of our SMS; null where it gets them. */
  sms_stopped_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type AppUser = z.infer<typeof appUser>;
export const appUsersResponse = listResponse(appUser);

const profile = { name: line(100), email, phone };

const consentWords = line(500).describe(
  'The words with which the person agreed to SMS at this number; left out where nobody asked.',
);

export const createAppUser = callBody({
  data: z.strictObject({
    team_id: id,
    ...profile,
    password: newPassword,
    sms_consent: consentWords.optional(),
  }),
});

/** Either the block switch or the profile; whatever of them is given is set. */
export const updateAppUser = callBody({
  id,
  updated_at: readAt,
  data: z
    .strictObject({
      team_id: id.optional(),
      name: profile.name.optional(),
      email: profile.email.optional(),
      phone: profile.phone.optional(),
      password: newPassword.optional(),
      sms_consent: consentWords.optional(),
      status: status.optional(),
    })
    .refine((data) => Object.keys(data).some((name) => name !== 'team_id'), 'has nothing to change'),
});

/** Signs out every phone on which the app user is signed in. */
export const endAppUserSessions = callBody({ id });

/** What the server says when a subscriber has as many app users as the plan allows. */
export function maxUsersText(maxUsers: number): string {
  return `Your plan allows ${maxUsers} app users.`;
}
