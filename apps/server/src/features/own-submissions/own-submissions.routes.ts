import { ownSubmissionCalls } from '@callpoint/contract/own-submissions';
import type { FastifyRequest } from 'fastify';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { listOwnSubmissions, readOwnSubmission } from './own-submissions.repository.ts';
import { updateLocation } from '../../incidents/update-location.ts';

type Dependencies = { platform: PlatformDb; live: Pick<LiveEvents, 'publish'> };

/** A phone's own submissions: their delivery status, and better locations. */
export function ownSubmissionRoutes(app: App, { platform, live }: Dependencies): void {
  app.handle(ownSubmissionCalls.read, async (request) => {
    const submission = await readOwnSubmission(
      getTenantDb(request),
      appUserOf(request).id,
      request.query.client_id,
    );
    if (!submission) throw missing();
    return { ok: true as const, data: submission };
  });

  app.handle(ownSubmissionCalls.list, async (request) => ({
    ok: true as const,
    ...(await listOwnSubmissions(getTenantDb(request), appUserOf(request).id, request.query.older)),
  }));

  app.handle(ownSubmissionCalls.updateLocation, async (request) => {
    const { client_id, location } = request.body;
    const now = new Date();
    const update = await updateLocation(platform, appUserOf(request), { clientId: client_id, location }, now);
    if (update.result === 'missing') throw missing();
    if (update.result === 'final') throw conflict('The location of this submission is final.', 'client_id');
    if (update.result === 'updated') {
      live.publish({ kind: 'submission.moved', ...update.owner, id: update.id, at: now.toISOString() });
    }
    return { ok: true as const, msg: 'Location updated.' };
  });
}

function missing() {
  return notFound('The submission does not exist.', 'client_id');
}

function appUserOf(request: FastifyRequest): { id: number; teamId: number } {
  const caller = getCaller(request);
  if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
  return caller;
}
