import { holdText } from '@callpoint/alerts/allowance';
import { failure } from '@callpoint/contract/errors';
import { previewAnswer, previewSubmission, testAnswer, testMessage } from '@callpoint/contract/notifications';
import type { FastifyRequest } from 'fastify';
import { testHold } from '../../sending-limits/resend-limit.ts';
import { testRow } from '../../delivery/queue/outbox.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { ExpensiveWork } from '../../http/admission/expensive-work.ts';
import { callerOf, tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { imagine, planAsTest, planBoth, type Imagined, type PlanningNeeds } from './imagined-submission.ts';

export type NotificationNeeds = PlanningNeeds & {
  expensive: ExpensiveWork;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
};

const TEST_SENT = 'Your test is on its way.';
/** The texts of a message are in the delivery log, for as long as that keeps them. */
const NOT_AUDITED = ['text_id'];

/** A subscriber sees what would be sent before it is, and sends a test to itself. */
export function notificationRoutes(app: App, needs: NotificationNeeds): void {
  const { expensive } = needs;

  async function imaginedBy(request: FastifyRequest, body: Imagined) {
    const user = await tenantOf(request).find('app_user', body.app_user_id);
    if (!user) throw notFound('There is no such user.', 'app_user_id');
    return await imagine(needs, callerOf(request).id, user, body);
  }

  app.post(
    '/preview/submission',
    {
      config: { access: 'notification.preview', expensive: 'preview' },
      schema: { body: previewSubmission, response: { 200: previewAnswer, '4xx': failure } },
    },
    async (request) =>
      await expensive.inTurn(request, async () => {
        const imagined = await imaginedBy(request, request.body);
        return { ok: true as const, data: await planBoth(needs, imagined) };
      }),
  );

  app.post(
    '/test/message',
    {
      config: { access: 'notification.test', expensive: 'test' },
      schema: { body: testMessage, response: { 200: testAnswer, '4xx': failure } },
    },
    async (request) => {
      const tenant = tenantOf(request);
      const team = await tenant.find('team', callerOf(request).id);
      if (!team) throw notFound();
      const { channel, role } = request.body;
      const { item, message } = await expensive.inTurn(request, async () => {
        const imagined = await imaginedBy(request, request.body);
        const planned = await planAsTest(needs, imagined, { channel, role }, team);
        return { item: imagined.item, message: planned };
      });
      if (message.skipped !== null) throw conflict(message.skipped, 'channel');
      const test = { teamId: team.id, item, message };
      const id = await tenant.transaction(async (inside, tx) => {
        const row = await testRow(tx, test, needs.channels, new Date());
        const hold = await testHold(tx, row, new Date());
        if (hold) throw conflict(holdText(hold), 'channel');
        return await inside.insert('delivery', row, NOT_AUDITED);
      });
      needs.wakeDelivery();
      return { ok: true as const, msg: TEST_SENT, data: { id } };
    },
  );
}
