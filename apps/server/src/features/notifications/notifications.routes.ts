import { limitText } from '@callpoint/alerts/plan/allowance';
import { skipText } from '@callpoint/alerts/plan/skip-reasons';
import { escalationPreviewCalls } from '@callpoint/contract/escalation-preview';
import { notificationCalls } from '@callpoint/contract/notifications';
import type { FastifyRequest } from 'fastify';
import { checkTestLimit } from '../../sending-limits/resend-limit.ts';
import { createTestRow } from '../../delivery/queue/outbox.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { Admission } from '../../http/admission/admission.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { findPresser, previewEscalation, type TimelineDependencies } from './escalation-preview.ts';
import {
  simulateSubmission,
  planTestMessage,
  previewNotifications,
  type SubmissionToSimulate,
} from './simulated-submission.ts';

export type NotificationDependencies = TimelineDependencies & {
  admission: Admission;
  /** Called after a commit that added messages. */
  wakeDelivery: () => void;
};

const TEST_SENT = 'Your test is being sent.';
/** Columns that the audit omits: the delivery log has the texts of a message until their retention ends. */
const NOT_AUDITED = ['text_id'];

/** Dry runs of submissions, and test messages to the subscriber itself. */
export function notificationRoutes(app: App, needs: NotificationDependencies): void {
  const { admission } = needs;

  async function simulate(request: FastifyRequest, body: SubmissionToSimulate) {
    const user = await getTenantDb(request).find('app_user', body.app_user_id);
    if (!user) throw notFound('The user does not exist.', 'app_user_id');
    return await simulateSubmission(needs, getCaller(request).id, user, body);
  }

  app.handle(
    notificationCalls.preview,
    async (request) =>
      await admission.run(request, async () => {
        const simulation = await simulate(request, request.body);
        return { ok: true as const, data: await previewNotifications(needs, simulation) };
      }),
    { expensive: 'preview' },
  );

  app.handle(
    escalationPreviewCalls.preview,
    async (request) =>
      await admission.run(request, async () => {
        const user = await findPresser(getTenantDb(request), request.body.app_user_id);
        if (!user) throw notFound('The user does not exist.', 'app_user_id');
        const data = await previewEscalation(needs, getCaller(request).id, user, request.body);
        return { ok: true as const, data };
      }),
    { expensive: 'preview' },
  );

  app.handle(
    notificationCalls.test,
    async (request) => {
      const tenant = getTenantDb(request);
      const team = await tenant.find('team', getCaller(request).id);
      if (!team) throw notFound();
      const { channel, role } = request.body;
      const { item, message } = await admission.run(request, async () => {
        const simulation = await simulate(request, request.body);
        const planned = await planTestMessage(needs, simulation, { channel, role }, team);
        return { item: simulation.item, message: planned };
      });
      if (message.skipped !== null) throw conflict(skipText(message, message.skipped), 'channel');
      const test = { teamId: team.id, item, message };
      const id = await tenant.transaction(async (inside, { platform }) => {
        const row = await createTestRow(platform, test, needs.channels, new Date());
        const reachedLimit = await checkTestLimit(platform, row, new Date());
        if (reachedLimit) throw conflict(limitText(reachedLimit), 'channel');
        return await inside.insert('delivery', row, NOT_AUDITED);
      });
      needs.wakeDelivery();
      return { ok: true as const, msg: TEST_SENT, data: { id } };
    },
    { expensive: 'test' },
  );
}
