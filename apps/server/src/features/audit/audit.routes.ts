import { auditCalls } from '@callpoint/contract/audit';
import { exportCalls } from '@callpoint/contract/exports';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExportWithLookups } from '../../http/csv/csv-export.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { auditColumns } from './audit.csv.ts';
import { auditItems, auditRows } from './audit.lists.ts';

/** The audit, for administrators. */
export function auditRoutes(app: App, { sendCsv }: { sendCsv: SendCsv }): void {
  app.handle(auditCalls.list, async (request) => {
    const tenant = getTenantDb(request);
    const { items, pagination } = await tenant.page(auditRows, request.query);
    return { ok: true as const, items: await auditItems(tenant, items), pagination };
  });

  app.handle(
    exportCalls.audit,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const columns = auditColumns(zone);
      const tenant = getTenantDb(request);
      return sendCsv(reply, () =>
        csvExportWithLookups(tenant, auditRows, query, {
          name: 'Audit',
          zone,
          columns,
          shown: (rows) => auditItems(tenant, rows),
        }),
      );
    },
    { expensive: 'export' },
  );
}
