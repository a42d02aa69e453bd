import { bulkCalls } from '@callpoint/contract/bulk';
import { deliveryCalls } from '@callpoint/contract/delivery-calls';
import { exportCalls } from '@callpoint/contract/exports';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { changeEach } from '../../http/bulk.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExport } from '../../http/csv/csv-export.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { deliveryCsvColumns } from './deliveries.csv.ts';
import { buildDeliveriesQuery, deliveriesWithTexts } from './deliveries.lists.ts';
import { reasonNow } from '../../delivery/channels/message-reason.ts';
import { resendProblem } from '../../delivery/queue/resend.ts';
import { resendMessage } from './deliveries.repository.ts';
import { releaseRecords } from './release-records.ts';

type Needs = {
  channels: ConfiguredChannels;
  /** Called after a commit that returned a message to the outbox. */
  wakeDelivery: () => void;
  sendCsv: SendCsv;
};

/** The delivery log: messages with their delivery status, and resending. */
export function deliveryRoutes(app: App, { channels, wakeDelivery, sendCsv }: Needs): void {
  app.handle(deliveryCalls.list, async (request) => {
    const tenant = getTenantDb(request);
    const list = buildDeliveriesQuery(tenant.scope, request.query);
    const { items, pagination } = await tenant.page(list, request.query);
    const withProblems = items.map((message) => ({
      ...message,
      reason: reasonNow(message, channels),
      not_resendable: resendProblem(message, channels),
    }));
    return { ok: true as const, items: withProblems, pagination };
  });

  app.handle(
    exportCalls.deliveries,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const columns = deliveryCsvColumns(zone);
      const tenant = getTenantDb(request);
      return sendCsv(reply, () =>
        csvExport(tenant, deliveriesWithTexts(tenant.scope), query, { name: 'Deliveries', zone, columns }),
      );
    },
    { expensive: 'export' },
  );

  const resend = async (tenant: TenantDb, id: number) => {
    const result = await resendMessage(tenant, id, channels);
    if (result === 'missing') throw notFound();
    if (typeof result === 'object') throw conflict(result.rejected, 'id');
    if (result === 'send') wakeDelivery();
  };
  app.handle(
    bulkCalls.resendDeliveries,
    (request) => changeEach(request, request.body.ids, 'resent', (id) => resend(getTenantDb(request), id)),
    { expensive: 'bulk' },
  );
  app.handle(
    bulkCalls.releaseButtonClicks,
    (request) => releaseRecords(request, 'button_click', request.body.ids, channels, resend),
    { expensive: 'bulk' },
  );
  app.handle(
    bulkCalls.releaseFormSubmissions,
    (request) => releaseRecords(request, 'form_submission', request.body.ids, channels, resend),
    { expensive: 'bulk' },
  );
  app.handle(deliveryCalls.resend, async (request) => {
    await resend(getTenantDb(request), request.body.id);
    return { ok: true as const, msg: 'The message is being sent again.' };
  });
}
