import { findCalls, type Found } from '@callpoint/contract/find';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';

type Finders = { [Kind in keyof Found]: (tenant: TenantDb, search: string) => Promise<Found[Kind]> };

/** One search in several lists, one after the other: each part waits for its turn in the fair queue. */
export function findRoutes(app: App, { people, contacts, records, subscribers, messages }: Finders): void {
  app.handle(findCalls.find, async (request) => {
    const tenant = getTenantDb(request);
    const { search } = request.query;
    return {
      ok: true as const,
      data: {
        people: await people(tenant, search),
        contacts: await contacts(tenant, search),
        records: await records(tenant, search),
        subscribers: await subscribers(tenant, search),
        messages: await messages(tenant, search),
      },
    };
  });
}
