import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_PAGINATION, EXAMPLE_PAGE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { AUDIT_SUBJECTS } from './permissions.ts';
import { timestamp, queryFrom, createQueryIdSchema, querySearch, queryTo } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** Who did or tried what, when, from where, and what it changed. */

const AUDIT_ROLES = ['admin', 'team', 'app_user', 'nobody', 'system'] as const;
/** What was done; the entry of a rejected call has its method and path instead. */
const AUDIT_ACTIONS = ['create', 'update', 'delete', 'restore', 'sign in', 'export'] as const;
const AUDIT_OUTCOMES = ['done', 'refused'] as const;
function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const auditList = {
  sort: ['at'],
  defaultOrder: 'desc',
  filters: {
    actor_role: oneOf(AUDIT_ROLES).describe(
      'Only entries about people with this role; system: the server itself.',
    ),
    actor_id: createQueryIdSchema(
      'Only entries about the account with this id: send `filter_actor_role` too.',
    ),
    action: oneOf(AUDIT_ACTIONS).describe('Only entries about this action.'),
    outcome: oneOf(AUDIT_OUTCOMES).describe('Only actions that were done, or rejected (`refused`).'),
    subject: oneOf(AUDIT_SUBJECTS).describe('Only actions on this kind of record.'),
    subject_id: createQueryIdSchema('Only actions on the record with this id: send `filter_subject` too.'),
    team_id: createQueryIdSchema('Only entries about the subscriber with this id.'),
    search: querySearch(
      'Only entries with this text in the action, the kind of record, the change, the reason of a rejection, or the network address. Also those with it in the name or email address of the account, subscriber, app user, or plan. Also those with it in the name of the setting or configuration value, and those about the record with this id.',
    ),
    from: queryFrom,
    to: queryTo,
  },
  filterIns: { id: createQueryIdSchema('Only the entries with these ids') },
} as const satisfies ListSpec;
export const auditQuery = listQuery(auditList);

/** A value of a column; `not shown` instead of a secret. */
const value = z.union([z.string(), z.number(), z.null()]);

export const auditLine = z.object({
  id: z.number().int(),
  at: timestamp,
  actor_role: z.string(),
  actor_id: z.number().int().nullable(),
  /** The actor's current email address; null if there is none or the account was deleted. */
  actor: z.string().nullable(),
  /** The actor's current name; null if there is none or the account was deleted. */
  actor_name: z.string().nullable(),
  /** The network address. */
  address: z.string(),
  action: z.string(),
  /** What a rejected call does; null for a call that does not exist, and for everything that was done. */
  call: z.string().nullable(),
  outcome: z.string(),
  subject: z.string(),
  subject_id: z.number().int().nullable(),
  /**
   * The name of a plan, an app user or a subscriber: the one in the entry, else the current one. The key of a setting or
   * configuration value. Else null.
   */
  subject_name: z.string().nullable(),
  team_id: z.number().int().nullable(),
  /** The subscriber's current account name. */
  team: z.string().nullable(),
  /** The old and the new value of each changed column. */
  changes: z.record(z.string(), z.object({ old: value, new: value })).nullable(),
  /** The current names of the plans and app users whose ids are in `changes`: by column, then by id. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
  /** The error message of a rejected call. */
  detail: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;
const auditResponse = listResponse(auditLine);

export const auditCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listAudit',
    method: 'GET',
    path: '/listPaged/audit',
    bases: ['/api/v1'],
    permission: 'audit.list',
    query: auditQuery,
    response: auditResponse,
    subject: 'audit',
    summary: 'The audit: who did what',
    description:
      'Entries from `filter_from` to before `filter_to`. Secrets are listed as changed, without their values.',
    example: {
      query: { ...EXAMPLE_PAGE, filter_subject: 'team', filter_from: '2026-11-01T00:00:00.000Z' },
      response: {
        ok: true,
        items: [
          {
            id: 7,
            at: EXAMPLE_TIME,
            actor_role: 'admin',
            actor_id: 1,
            actor: 'ada@callpoint.example',
            actor_name: 'Ada Park',
            address: '203.0.113.9',
            action: 'update',
            call: null,
            outcome: 'done',
            subject: 'team',
            subject_id: 1,
            subject_name: 'Ridgeline Construction',
            team_id: 1,
            team: 'Ridgeline Construction',
            changes: { status: { old: 1, new: 0 } },
            names: {},
            detail: null,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
}));
