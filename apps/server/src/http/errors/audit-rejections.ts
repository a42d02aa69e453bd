import type { FastifyInstance } from 'fastify';
import type { AuditSubject } from '@callpoint/contract/audit-subjects';
import type { Call } from '@callpoint/contract/call';
import type { Role } from '@callpoint/contract/permissions';
import type { Actor } from '../../db/audit.ts';
import type { Db } from '../../db/tables.ts';
import type { Background } from '../background.ts';
import { FieldsRefused } from './call-error.ts';
import { RejectionCounter } from './rejection-counter.ts';

/** Statuses of a call that was refused for who called or what it asked to change, rather than for how it was written. */
const REFUSED = new Set([403, 404, 409, 429]);

/**
 * Counts in the audit each call of somebody who is signed in that was rejected with one of these: after the response,
 * so that nobody waits for it. Also for a GET: some of them change data.
 */
export function auditRefusals(app: FastifyInstance, db: Db, background: Background): void {
  const rejections = new RejectionCounter(db, background);
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    const status = reply.statusCode;
    if (!caller || !(REFUSED.has(status) || request.refusal instanceof FieldsRefused)) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const actor: Actor = { role: caller.role, id: caller.id, address: request.ip };
    const given =
      (request.body as { id?: unknown } | undefined)?.id ??
      (request.query as { team_id?: unknown } | undefined)?.team_id;
    rejections.add({
      actor,
      action: `${request.method} ${path}`,
      outcome: 'refused',
      subject: subjectOf(request.routeOptions.config.call, caller.role),
      subjectId: typeof given === 'number' ? given : null,
      teamId: caller.role === 'admin' ? null : caller.teamId,
      detail: `answered ${status}`,
    });
  });
}

/** The kind of record that a call is about: the session if its declaration names none. */
function subjectOf(call: Call | undefined, role: Role): AuditSubject {
  if (call?.subject === 'caller') return role;
  return call?.subject ?? 'session';
}
