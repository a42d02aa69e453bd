import { z } from 'zod';
import { moment, queryId, queryMoment } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** Who did or tried what, when, from where, and what it changed. */

export const AUDIT_ROLES = ['admin', 'team', 'app_user', 'nobody', 'system'] as const;
/** What is done; a refused call has its method and path instead. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete', 'sign in', 'export'] as const;
export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
/** What it was done to: the kinds of records. */
export const AUDIT_SUBJECTS = [
  'team',
  'app_user',
  'settings',
  'config',
  'plan',
  'button_click',
  'form_submission',
  'delivery',
  'alarm',
  'subscription',
  'subscription_history',
  'session',
  'admin',
  'audit',
] as const;

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const auditList = {
  sort: ['at'],
  defaultOrder: 'desc',
  filters: {
    actor_role: oneOf(AUDIT_ROLES),
    actor_id: queryId,
    action: oneOf(AUDIT_ACTIONS),
    outcome: oneOf(AUDIT_OUTCOMES),
    subject: oneOf(AUDIT_SUBJECTS),
    subject_id: queryId,
    team_id: queryId,
    from: queryMoment,
    to: queryMoment,
  },
  filterIns: {},
} as const satisfies ListSpec;
export const auditQuery = listQuery(auditList);

/** A value of a column; what is secret says only `not shown`. */
const value = z.union([z.string(), z.number(), z.null()]);

export const auditLine = z.object({
  id: z.number().int(),
  at: moment,
  actor_role: z.string(),
  actor_id: z.number().int().nullable(),
  /** The actor's e-mail address as it is now; null where there is none (any more). */
  actor: z.string().nullable(),
  /** The network address. */
  address: z.string(),
  action: z.string(),
  outcome: z.string(),
  subject: z.string(),
  subject_id: z.number().int().nullable(),
  team_id: z.number().int().nullable(),
  /** The subscriber's account name as it is now. */
  team: z.string().nullable(),
  /** Column to old and new value. */
  changes: z.record(z.string(), z.object({ old: value, new: value })).nullable(),
  /** The sentence of a refusal. */
  detail: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;
export const auditResponse = listResponse(auditLine);
