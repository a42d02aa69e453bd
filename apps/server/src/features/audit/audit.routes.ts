import { auditCalls } from '@callpoint/contract/audit';
import { exportCalls } from '@callpoint/contract/exports';
import type { Db } from '../../db/tables.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExportOf } from '../../http/csv/csv-export.ts';
import { tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { auditColumns } from './audit.csv.ts';
import { auditItems, auditLines } from './audit.lists.ts';

/** Who did what, for administrators. */
export function auditRoutes(app: App, { db, sendCsv }: { db: Db; sendCsv: SendCsv }): void {
  app.handle(auditCalls.list, async (request) => {
    const { items, pagination } = await tenantOf(request).page(auditLines, request.query);
    return { ok: true as const, items: await auditItems(db, items), pagination };
  });

  app.handle(
    exportCalls.audit,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const columns = auditColumns(zone);
      return sendCsv(reply, () =>
        csvExportOf(tenantOf(request), auditLines, query, {
          name: 'Audit',
          zone,
          columns,
          shown: (rows) => auditItems(db, rows),
        }),
      );
    },
    { expensive: 'export' },
  );
}
