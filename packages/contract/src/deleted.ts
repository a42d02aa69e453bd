import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  EXAMPLE_LATER_TIME,
  EXAMPLE_PAGE,
  EXAMPLE_PAGINATION,
  EXAMPLE_TIME,
  RESTORE_DAYS,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, createQueryIdSchema, timestamp, querySearch } from './fields.ts';
import { listQuery, listResponse, type ListSpec } from './paging.ts';

/** Records, plans and app users that were deleted and can still be restored. */

/** The tables that deleted items come from. */
export const DELETED_KINDS = ['button_click', 'form_submission', 'plan', 'app_user'] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];

export const deletedList = {
  sort: ['id', 'deleted_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the item with this id.'),
    team_id: createQueryIdSchema('Only items of the subscriber with this id.'),
    kind: z
      .enum(DELETED_KINDS, { error: `must be one of ${DELETED_KINDS.join(', ')}` })
      .describe('Only items of this kind.'),
    row_id: createQueryIdSchema('Only items that had this id before.'),
    search: querySearch(
      'Only items with this text in what they are or in the subscriber, or that had this id before. For administrators also: items that an administrator with this text in the name or the email address deleted.',
    ),
  },
  filterIns: {},
} as const satisfies ListSpec;
const deletedQuery = listQuery(deletedList);

export const deletedItem = z.object({
  id: z.number().int(),
  team_id: z.number().int().nullable().describe('The subscriber; null for a plan.'),
  account_name: z.string().nullable().describe('The name of the subscriber; null for a plan.'),
  kind: z.enum(DELETED_KINDS),
  row_id: z.number().int().describe('The id that it had, and has again when it is restored.'),
  item_id: z.number().int().nullable().describe('A record’s button or form.'),
  title: z.string().describe('A record’s button or form and person, a plan’s name, an app user’s name.'),
  deleted_at: timestamp,
  deleted_by: z.string().describe('The role of the account that deleted it.'),
  deleted_by_name: z
    .string()
    .nullable()
    .describe(
      'The name of the person who deleted it; null if it is not known, and for administrators that a subscriber sees.',
    ),
  submitted_at: timestamp.nullable().describe('When a record was submitted; null for a plan or an app user.'),
  restorable_until: timestamp,
});
export type DeletedItem = z.infer<typeof deletedItem>;

const restoreBody = callBody({ id: createIdSchema('the deleted item') });

export const deletedCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listDeleted',
    method: 'GET',
    path: '/listPaged/deleted',
    bases: CONSOLE_BASES,
    permission: 'deleted.list',
    query: deletedQuery,
    response: listResponse(deletedItem),
    summary: 'Deleted records, plans and app users that can be restored',
    description: `They are kept for ${RESTORE_DAYS} days. A subscriber sees its own records and app users.`,
    example: {
      query: { ...EXAMPLE_PAGE, sort: 'id', order: 'desc' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            account_name: 'Ridgeline Construction',
            kind: 'button_click',
            row_id: 7,
            item_id: 5,
            title: 'Lone Worker Emergency, Ann Lee',
            deleted_at: EXAMPLE_TIME,
            deleted_by: 'team',
            deleted_by_name: 'Maria Lopez',
            submitted_at: EXAMPLE_TIME,
            restorable_until: EXAMPLE_LATER_TIME,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  restore: defineCall({
    name: 'restoreDeleted',
    method: 'POST',
    path: '/restore/deleted',
    bases: CONSOLE_BASES,
    permission: 'deleted.restore',
    body: restoreBody,
    response: doneResponse,
    // The entry of the audit names the kind of the item.
    subject: 'form_submission',
    errors: {
      409: {
        description:
          'Its place is taken: another app user has the address, or the plan’s number of app users is reached.',
        msg: 'Another user has this email address now. Change that user first.',
        field: 'id',
      },
    },
    summary: 'Restore a deleted record, plan or app user',
    description:
      'It has the same id and data as before. An app user logs in again on the phone; it is not restored after the grace period (`payment_grace_days`) of an overdue payment (409).',
    example: { body: { id: 1 }, response: { ok: true, msg: 'Restored.' } },
  }),
}));
