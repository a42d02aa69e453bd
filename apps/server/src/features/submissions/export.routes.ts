import { exportCalls } from '@callpoint/contract/exports';
import { csvExport } from '../../http/csv/csv-export.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { buttonColumns, buttonName, formColumns, formName } from './submissions.csv.ts';
import { exportedClicks, exportedForms } from './submissions.lists.ts';

/** CSV exports of submissions. */
export function submissionExportRoutes(app: App, { sendCsv }: { sendCsv: SendCsv }): void {
  app.handle(
    exportCalls.buttonClicks,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const name = buttonName(query.filter_button_id);
      return sendCsv(reply, () =>
        csvExport(getTenantDb(request), exportedClicks, query, { name, zone, columns: buttonColumns(zone) }),
      );
    },
    { expensive: 'export' },
  );

  app.handle(
    exportCalls.formSubmissions,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const name = formName(query.filter_f_id);
      return sendCsv(reply, () =>
        csvExport(getTenantDb(request), exportedForms, query, { name, zone, columns: formColumns(zone) }),
      );
    },
    { expensive: 'export' },
  );
}
