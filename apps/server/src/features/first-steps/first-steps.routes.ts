import { firstStepsCalls } from '@callpoint/contract/first-steps';
import { TEXTS } from '@callpoint/contract/texts';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';
import { readFirstSteps } from './first-steps.repository.ts';

/** The first steps of a new subscriber, the confirmation of its recipients, and the dismissal of the list. */
export function firstStepsRoutes(app: App): void {
  app.handle(firstStepsCalls.get, async (request) => {
    const tenant = getTenantDb(request);
    const team = await tenant.find('team', getCaller(request).id);
    if (!team) throw notFound();
    return { ok: true as const, data: { steps: await readFirstSteps(tenant, team) } };
  });

  app.handle(firstStepsCalls.confirmRecipients, (request) => recordTime(request, 'recipients_confirmed_at'));

  app.handle(firstStepsCalls.end, (request) => recordTime(request, 'first_steps_ended_at'));
}

/** Records the time once: a second call changes nothing. */
async function recordTime(request: FastifyRequest, what: 'recipients_confirmed_at' | 'first_steps_ended_at') {
  await getTenantDb(request).transaction(async (tenant) => {
    const team = await tenant.lock('team', getCaller(request).id);
    if (!team) throw notFound();
    if (team[what] !== null) return;
    requireUpdated(await tenant.update('team', team.id, { [what]: new Date().toISOString() }));
  });
  return { ok: true as const, msg: TEXTS.updated };
}
