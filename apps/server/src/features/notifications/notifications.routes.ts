import rateLimit from '@fastify/rate-limit';
import { failure } from '@callpoint/contract/errors';
import { previewAnswer, previewSubmission, testAnswer, testMessage } from '@callpoint/contract/notifications';
import type { FastifyRequest } from 'fastify';
import { testHold } from '../../delivery/limits/resend-limit.ts';
import { testRow } from '../../delivery/outbox.ts';
import { conflict, notFound } from '../../http/call-error.ts';
import { callerOf, tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { imagine, planAsTest, planBoth, type Imagined, type PlanningNeeds } from './imagined-submission.ts';

export type NotificationNeeds = PlanningNeeds & {
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
};

const TESTS_A_MINUTE = 10;
const TEST_SENT = 'Your test is on its way.';
/** The texts of a message are in the delivery log, for as long as that keeps them. */
const NOT_AUDITED = ['subject', 'body', 'html'];

/** A subscriber sees what would be sent before it is, and sends a test to itself. */
export async function notificationRoutes(app: App, needs: NotificationNeeds): Promise<void> {
  async function imaginedBy(request: FastifyRequest, body: Imagined) {
    const user = await tenantOf(request).find('app_user', body.app_user_id);
    if (!user) throw notFound('There is no such user.', 'app_user_id');
    return await imagine(needs, callerOf(request).id, user, body);
  }

  app.post(
    '/preview/submission',
    {
      config: { access: 'notification.preview' },
      schema: { body: previewSubmission, response: { 200: previewAnswer, '4xx': failure } },
    },
    async (request) => {
      const imagined = await imaginedBy(request, request.body);
      return { ok: true as const, data: await planBoth(needs, imagined) };
    },
  );

  await app.register(rateLimit, {
    global: false,
    max: TESTS_A_MINUTE,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator: (request) => String(callerOf(request).id),
  });
  app.post(
    '/test/message',
    {
      config: { access: 'notification.test', rateLimit: {} },
      schema: { body: testMessage, response: { 200: testAnswer, '4xx': failure } },
    },
    async (request) => {
      const tenant = tenantOf(request);
      const team = await tenant.find('team', callerOf(request).id);
      if (!team) throw notFound();
      const { channel, role } = request.body;
      const imagined = await imaginedBy(request, request.body);
      const message = await planAsTest(needs, imagined, { channel, role }, team);
      if (message.skipped !== null) throw conflict(message.skipped, 'channel');
      const row = testRow({ teamId: team.id, item: imagined.item, message }, needs.channels, new Date());
      const id = await tenant.transaction(async (inside, tx) => {
        const hold = await testHold(tx, row, new Date());
        if (hold) throw conflict(hold.text, 'channel');
        return await inside.insert('delivery', row, NOT_AUDITED);
      });
      needs.wakeDelivery();
      return { ok: true as const, msg: TEST_SENT, data: { id } };
    },
  );
}
