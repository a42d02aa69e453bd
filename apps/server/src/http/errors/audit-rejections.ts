import type { FastifyInstance } from 'fastify';
import type { Call } from '@callpoint/contract/call';
import type { AuditSubject, Role } from '@callpoint/contract/permissions';
import type { Actor } from '../../db/history/audit.ts';
import type { Db } from '../../db/tables.ts';
import type { Background } from '../background.ts';
import { onCallFinished } from '../connections/finished-calls.ts';
import { FieldsRejected } from './call-error.ts';
import { RejectionCounter } from './rejection-counter.ts';

/** Statuses of a call that was rejected because of its caller or its effect, rather than its syntax. */
const RECORDED = new Set([403, 404, 409, 429]);

/**
 * Counts each rejection with one of these statuses in the audit, for signed-in callers. It runs after the response, so
 * that no caller waits for it. GET calls count too, because some of them change data.
 */
export function auditRejections(app: FastifyInstance, db: Db, background: Background): void {
  const rejections = new RejectionCounter(db, background);
  onCallFinished(app, (request, reply) => {
    const { caller } = request;
    const status = reply.statusCode;
    if (!caller || !(RECORDED.has(status) || request.rejection instanceof FieldsRejected)) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const actor: Actor = { role: caller.role, id: caller.id, address: request.ip };
    const subjectId =
      (request.body as { id?: unknown } | undefined)?.id ??
      (request.query as { team_id?: unknown } | undefined)?.team_id;
    rejections.add({
      actor,
      action: `${request.method} ${path}`,
      outcome: 'refused',
      subject: subjectOf(request.routeOptions.config.call, caller.role),
      subjectId: typeof subjectId === 'number' ? subjectId : null,
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
