import { deliveryCalls } from '@callpoint/contract/delivery-calls';
import { exportCalls } from '@callpoint/contract/exports';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExport } from '../../http/csv/csv-export.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { deliveryCsvColumns } from './deliveries.csv.ts';
import { buildDeliveriesQuery, deliveriesWithTexts } from './deliveries.lists.ts';
import { resendMessage } from './deliveries.repository.ts';

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
    return {
      ok: true as const,
      ...(await tenant.page(buildDeliveriesQuery(tenant.scope, request.query), request.query)),
    };
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

  app.handle(deliveryCalls.resend, async (request) => {
    const result = await resendMessage(getTenantDb(request), request.body.id, channels);
    if (result === 'missing') throw notFound();
    if (typeof result === 'object') throw conflict(result.rejected, 'id');
    if (result === 'send') wakeDelivery();
    return { ok: true as const, msg: 'It is on its way again.' };
  });
}
