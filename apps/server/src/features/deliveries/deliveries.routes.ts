import { deliveriesAnswer, deliveriesQuery } from '@callpoint/contract/deliveries';
import { failure } from '@callpoint/contract/errors';
import { tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { deliveries } from './deliveries.lists.ts';

/** The delivery log: who was sent what, and what became of it. */
export function deliveryRoutes(app: App): void {
  app.get(
    '/listPaged/delivery',
    {
      config: { access: 'delivery.list' },
      schema: { querystring: deliveriesQuery, response: { 200: deliveriesAnswer, '4xx': failure } },
    },
    async (request) => ({
      ok: true as const,
      ...(await tenantOf(request).page(deliveries, request.query)),
    }),
  );
}
