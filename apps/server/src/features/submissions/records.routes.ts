import { recordCalls } from '@callpoint/contract/records';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { describe } from '../../http/csv/csv-export.ts';
import { fileName, type SendCsv } from '../../http/csv/csv-responses.ts';
import type { App } from '../../http/api/schemas.ts';
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
  return merged(batches, query.order);
}

async function* merged(
  sources: readonly AsyncGenerator<Row[], void>[],
  order: 'asc' | 'desc',
): AsyncGenerator<Row[], void> {
  const open = sources.map((source) => ({ source, rows: [] as Row[], done: false }));
  const isBefore = (a: Row, b: Row) => (order === 'asc' ? compare(a, b) : compare(b, a)) < 0;
  try {
    for (;;) {
      for (const one of open) {
        while (one.rows.length === 0 && !one.done) {
          const { value, done } = await one.source.next();
          if (done) one.done = true;
          else one.rows = value;
        }
      }
      const [a, b] = open.filter(({ rows }) => rows.length > 0);
      if (!a) return;
      if (!b) {
        yield a.rows.splice(0);
        continue;
      }
      const next: Row[] = [];
      // Until one of them must be read further.
      while (a.rows[0] && b.rows[0]) next.push((isBefore(a.rows[0], b.rows[0]) ? a : b).rows.shift() as Row);
      yield next;
    }
  } finally {
    for (const { source } of open) await source.return();
  }
}

async function* mapped<From, To>(
  portions: AsyncIterable<From[]>,
  convert: (portion: From[]) => Promise<To[]>,
) {
  for await (const portion of portions) yield await convert(portion);
}
