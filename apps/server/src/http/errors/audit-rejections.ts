import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../db/audit.ts';
import type { Db, TableName } from '../../db/tables.ts';
import type { Background } from '../background.ts';
import { FieldsRejected } from './call-error.ts';
import { RejectionCounter } from './rejection-counter.ts';

/** Statuses of a call that was refused for who called or what it asked to change, rather than for how it was written. */
const REFUSED = new Set([403, 404, 409, 429]);

/**
 * Counts in the audit each call of somebody who is signed in that was rejected with one of these: after the response,
 * so that nobody waits for it. Also for a GET: some of them change data.
 */
export function auditRejections(app: FastifyInstance, db: Db, background: Background): void {
  const rejections = new RejectionCounter(db, background);
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    const status = reply.statusCode;
    if (!caller || !(REFUSED.has(status) || request.rejection instanceof FieldsRejected)) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const actor: Actor = { role: caller.role, id: caller.id, address: request.ip };
    const given =
      (request.body as { id?: unknown } | undefined)?.id ??
      (request.query as { team_id?: unknown } | undefined)?.team_id;
    rejections.add({
      actor,
      action: `${request.method} ${path}`,
      outcome: 'refused',
      subject: subjectOf(path),
      subjectId: typeof given === 'number' ? given : null,
      teamId: caller.role === 'admin' ? null : caller.teamId,
      detail: `answered ${status}`,
    });
  });
}

/** The table that a call's path names; the session where it names none. */
function subjectOf(path: string): TableName {
  const name = path.split('/').at(-1) ?? '';
  if (name === 'upgradeByAdmin' || name === 'convertToFree') return 'team';
  if (name === 'account') return 'admin';
  if (name === 'getSubData') return 'subscription';
  return (SUBJECTS as readonly string[]).includes(name) ? (name as TableName) : 'session';
}

const SUBJECTS = [
  'team',
  'app_user',
  'settings',
  'config',
  'plan',
  'button_click',
  'form_submission',
  'delivery',
  'alarm',
  'subscription_history',
] as const satisfies TableName[];
