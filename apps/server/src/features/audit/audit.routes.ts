import { auditAnswer, auditQuery } from '@callpoint/contract/audit';
import { failure } from '@callpoint/contract/errors';
import type { Db } from '../../db/tables.ts';
import { tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { auditItems, auditLines } from './audit.lists.ts';

/** Who did what, for administrators. */
export function auditRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/listPaged/audit',
    {
      config: { access: 'audit.list' },
      schema: { querystring: auditQuery, response: { 200: auditAnswer, '4xx': failure } },
    },
    async (request) => {
      const { items, pagination } = await tenantOf(request).page(auditLines, request.query);
      return { ok: true as const, items: await auditItems(db, items), pagination };
    },
  );
}
