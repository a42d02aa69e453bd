import { recordCalls } from '@callpoint/contract/records';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { describe } from '../../http/csv/csv-export.ts';
import { fileName, type SendCsv } from '../../http/csv/csv-responses.ts';
import type { App } from '../../http/api/schemas.ts';
import { mergeBatches } from './merge-batches.ts';
import { recordColumns } from './records.csv.ts';
import { compare, RECORD_LISTS, recordsPage, requestOf, withAccounts } from './records.lists.ts';

/** All records in one list, and as one file. */
export function recordRoutes(app: App, { sendCsv }: { sendCsv: SendCsv }): void {
  app.handleList(recordCalls.list, async (tenant, query) => ({
    ok: true as const,
    ...(await recordsPage(tenant, query)),
  }));

  app.handle(
    recordCalls.export,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const tenant = getTenantDb(request);
      const columns = recordColumns(zone);
      return sendCsv(reply, async () => ({
        name: fileName('All records', zone),
        header: columns.map(([header]) => header),
        rows: mapped(await allRecords(tenant, query), async (rows) =>
          (await withAccounts(tenant, rows)).map((row) => columns.map(([, cell]) => cell(row))),
        ),
      }));
    },
    { expensive: 'export' },
  );
}

type Row = Parameters<typeof withAccounts>[1][number];

/** The batches of both kinds, merged in the requested order. */
async function allRecords(
  tenant: TenantDb,
  query: Parameters<typeof requestOf>[1],
): Promise<AsyncGenerator<Row[], void>> {
  const batches: AsyncGenerator<Row[], void>[] = [];
  for (const kind of ['button', 'form'] as const) {
    const request = requestOf(kind, query);
    if (request) batches.push(await tenant.takeAll(RECORD_LISTS[kind], request, describe(request)));
  }
  const isBefore = (a: Row, b: Row) => (query.order === 'asc' ? compare(a, b) : compare(b, a)) < 0;
  return mergeBatches(batches, isBefore);
}

async function* mapped<From, To>(
  portions: AsyncIterable<From[]>,
  convert: (portion: From[]) => Promise<To[]>,
) {
  for await (const portion of portions) yield await convert(portion);
}
