import { failure } from '@callpoint/contract/errors';
import { buttonClicksExport, csvResponse, formSubmissionsExport } from '@callpoint/contract/exports';
import { csvExport } from '../../http/csv/csv-export.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { buttonColumns, buttonName, formColumns, formName } from './submissions.csv.ts';
import { buttonClicks, formSubmissions } from './submissions.lists.ts';

/** What came in, as files. */
export function submissionExportRoutes(app: App, { sendCsv }: { sendCsv: SendCsv }): void {
  const answers = { 200: csvResponse, '4xx': failure, '5xx': failure };
  app.get(
    '/export/button_click',
    {
      exposeHeadRoute: false,
      config: { access: 'submission.list', expensive: 'export' },
      schema: { querystring: buttonClicksExport, response: answers },
    },
    (request, reply) => {
      const { zone, ...query } = request.query;
      const name = buttonName(query.filter_button_id);
      return sendCsv(reply, () =>
        csvExport(tenantOf(request), buttonClicks, query, { name, zone, columns: buttonColumns(zone) }),
      );
    },
  );

  app.get(
    '/export/form_submission',
    {
      exposeHeadRoute: false,
      config: { access: 'submission.list', expensive: 'export' },
      schema: { querystring: formSubmissionsExport, response: answers },
    },
    (request, reply) => {
      const { zone, ...query } = request.query;
      const name = formName(query.filter_f_id);
      return sendCsv(reply, () =>
        csvExport(tenantOf(request), formSubmissions, query, { name, zone, columns: formColumns(zone) }),
      );
    },
  );
}
