import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { RESTORE_DAYS } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { callBody, createIdSchema, status } from './fields.ts';

/** Changes of several rows in one call. Each row succeeds or fails separately. */

/** Maximum rows of one call. */
export const MAX_BULK_ROWS = 100;

const ids = z
  .array(createIdSchema('a row'), { error: 'must be a list of ids' })
  .min(1, 'is required')
  .max(MAX_BULK_ROWS, `must be at most ${MAX_BULK_ROWS} ids`)
  .describe(`The ids of at most ${MAX_BULK_ROWS} rows.`);

const bulkResult = z.object({
  done: z.array(z.number().int()).describe('The ids of the changed rows.'),
  failed: z
    .array(z.object({ id: z.number().int(), msg: z.string() }))
    .describe('The other rows, each with the reason.'),
});
export type BulkResult = z.infer<typeof bulkResult>;
const bulkResponse = z.object({ ok: z.literal(true), msg: z.string(), data: bulkResult });

/** Maximum messages that one call releases: each is checked against the limits and stored by itself. */
export const MAX_RELEASED = 500;

const releaseResponse = bulkResponse.extend({
  data: bulkResult.extend({ released: z.number().int().describe('The number of released messages.') }),
});
export type ReleaseResult = z.infer<typeof releaseResponse>['data'];

const EACH_NOTE =
  'Each row is changed and audited separately: some can fail while the others succeed. An id that occurs twice counts once.';
const REQUEST = { body: { ids: [1, 2] } };
const response = (msg: string, reason = 'The record does not exist.') => ({
  ok: true as const,
  msg,
  data: { done: [1], failed: [{ id: 2, msg: reason }] },
});

const RELEASE = {
  method: 'POST' as const,
  bases: CONSOLE_BASES,
  permission: 'delivery.resend' as const,
  body: callBody({ ids }),
  response: releaseResponse,
  subject: 'delivery' as const,
  description: `Like \`resend/delivery\` for each held message of the records. Messages of channels that are not configured stay held. A record is done when all others are released; otherwise it fails with the reasons. At most ${MAX_RELEASED} messages a call: the records after them fail.`,
  example: {
    ...REQUEST,
    response: {
      ok: true as const,
      msg: '3 messages released, 1 failed.',
      data: {
        done: [1],
        failed: [{ id: 2, msg: 'SMS is not configured on this server.' }],
        released: 3,
      },
    },
  },
};

export const bulkCalls = defineCalls(() => ({
  deleteButtonClicks: defineCall({
    name: 'deleteButtonClicks',
    method: 'POST',
    path: '/bulkDelete/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.delete',
    body: callBody({ ids }),
    response: bulkResponse,
    subject: 'button_click',
    summary: 'Delete several button presses',
    description: EACH_NOTE,
    example: { ...REQUEST, response: response('1 deleted, 1 failed.') },
  }),
  deleteFormSubmissions: defineCall({
    name: 'deleteFormSubmissions',
    method: 'POST',
    path: '/bulkDelete/form_submission',
    bases: CONSOLE_BASES,
    permission: 'submission.delete',
    body: callBody({ ids }),
    response: bulkResponse,
    subject: 'form_submission',
    summary: 'Delete several form submissions',
    description: EACH_NOTE,
    example: { ...REQUEST, response: response('1 deleted, 1 failed.') },
  }),
  updateAppUsers: defineCall({
    name: 'updateAppUsers',
    method: 'POST',
    path: '/bulkUpdate/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.update',
    body: callBody({ ids, data: z.strictObject({ status }) }),
    response: bulkResponse,
    subject: 'app_user',
    summary: 'Block or unblock several app users',
    description: EACH_NOTE,
    revokesSessions: true,
    example: { body: { ids: [1, 2], data: { status: 0 } }, response: response('1 blocked, 1 failed.') },
  }),
  deleteAppUsers: defineCall({
    name: 'deleteAppUsers',
    method: 'POST',
    path: '/bulkDelete/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.delete',
    body: callBody({ ids }),
    response: bulkResponse,
    subject: 'app_user',
    summary: 'Delete several app users',
    description: `Like \`delete/app_user\`: each can be restored for ${RESTORE_DAYS} days. ${EACH_NOTE}`,
    revokesSessions: true,
    example: { ...REQUEST, response: response('1 deleted, 1 failed.') },
  }),
  restoreDeletedItems: defineCall({
    name: 'restoreDeletedItems',
    method: 'POST',
    path: '/bulkRestore/deleted',
    bases: CONSOLE_BASES,
    permission: 'deleted.restore',
    body: callBody({ ids }),
    response: bulkResponse,
    // The entries of the audit name the kinds of the items.
    subject: 'form_submission',
    summary: 'Restore several deleted records, plans or app users',
    description: `Like \`restore/deleted\`. ${EACH_NOTE}`,
    example: {
      ...REQUEST,
      response: response(
        '1 restored, 1 failed.',
        'Another user has this email address now. Change that user first.',
      ),
    },
  }),
  updateSubscribers: defineCall({
    name: 'updateSubscribers',
    method: 'POST',
    path: '/bulkUpdate/team',
    bases: CONSOLE_BASES,
    permission: 'team.block',
    body: callBody({ ids, data: z.strictObject({ status }) }),
    response: bulkResponse,
    subject: 'team',
    summary: 'Block or unblock several subscribers',
    description: `Like \`update/team\`: the sessions of a blocked subscriber and of its app users are revoked. ${EACH_NOTE}`,
    revokesSessions: true,
    example: { body: { ids: [1, 2], data: { status: 0 } }, response: response('1 blocked, 1 failed.') },
  }),
  deletePlans: defineCall({
    name: 'deletePlans',
    method: 'POST',
    path: '/bulkDelete/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.delete',
    body: callBody({ ids }),
    response: bulkResponse,
    subject: 'plan',
    summary: 'Delete several plans',
    description: `A plan that a subscriber is on fails, with the names of its first subscribers. ${EACH_NOTE}`,
    example: { ...REQUEST, response: response('1 deleted, 1 failed.') },
  }),
  resendDeliveries: defineCall({
    name: 'resendDeliveries',
    method: 'POST',
    path: '/bulkResend/delivery',
    bases: CONSOLE_BASES,
    permission: 'delivery.resend',
    body: callBody({ ids }),
    response: bulkResponse,
    subject: 'delivery',
    summary: 'Resend several messages that failed or are held',
    description: EACH_NOTE,
    example: { ...REQUEST, response: response('1 resent, 1 failed.') },
  }),
  releaseButtonClicks: defineCall({
    ...RELEASE,
    name: 'releaseButtonClicks',
    path: '/bulkRelease/button_click',
    summary: 'Release the held messages of several button presses',
  }),
  releaseFormSubmissions: defineCall({
    ...RELEASE,
    name: 'releaseFormSubmissions',
    path: '/bulkRelease/form_submission',
    summary: 'Release the held messages of several form submissions',
  }),
}));
