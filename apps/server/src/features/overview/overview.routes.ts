import { failure } from '@callpoint/contract/errors';
import { overviewAnswer, overviewQuery } from '@callpoint/contract/overview';
import type { Db } from '../../db/tables.ts';
import type { App } from '../../http/schemas.ts';
import { readOverview } from './overview.repository.ts';

/** The platform at a glance, for administrators. */
export function overviewRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/overview',
    {
      config: { access: 'overview.read' },
      schema: { querystring: overviewQuery, response: { 200: overviewAnswer, '4xx': failure } },
    },
    async (request) => ({ ok: true as const, data: await readOverview(db, request.query.zone) }),
  );
}
