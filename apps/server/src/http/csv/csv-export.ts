import type { ListQuery, PageRequest } from '../../db/lists/list-query.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { fileName, type CsvFile } from './csv-responses.ts';
import type { Cell } from './csv-cells.ts';

/** A press waits for at most one step: the columns and the lines of these rows take about a millisecond. */
const ROWS_OF_STEP = 50;

type ExportOptions<Item> = {
  /** The part of the file name that describes its content. */
  name: string;
  /** An IANA name. */
  zone: string;
  columns: readonly (readonly [header: string, cell: (item: Item) => Cell])[];
};

/** All rows of a list that a caller may see, as a file. The audit records who exported it. */
export function csvExport<Item>(
  tenant: TenantDb,
  list: ListQuery<Item>,
  query: PageRequest,
  options: ExportOptions<Item>,
): Promise<CsvFile> {
  return csvExportWithLookups(tenant, list, query, { ...options, shown: async (items) => items });
}

/** The same for rows with columns that are not in their table: `shown` reads these for a batch of rows. */
export async function csvExportWithLookups<Item, Shown>(
  tenant: TenantDb,
  list: ListQuery<Item>,
  query: PageRequest,
  { name, zone, columns, shown }: ExportOptions<Shown> & { shown: (items: Item[]) => Promise<Shown[]> },
): Promise<CsvFile> {
  const request = { ...query, ...(list.related ? { related: list.related.table } : {}) };
  const items = await tenant.takeAll(list, request, describe(query));
  const cells = columns.map(([, cell]) => cell);
  return {
    name: fileName(name, zone),
    header: columns.map(([header]) => header),
    rows: inSteps(mapped(items, shown), (item) => cells.map((cell) => cell(item))),
  };
}

/** The rows in small steps, with other work of the process between them. */
async function* inSteps<Item>(
  portions: AsyncIterable<Item[]>,
  row: (item: Item) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const portion of portions) {
    if (portion.length === 0) yield [];
    for (let from = 0; from < portion.length; from += ROWS_OF_STEP) {
      yield portion.slice(from, from + ROWS_OF_STEP).map(row);
    }
  }
}

async function* mapped<Item, Shown>(
  portions: AsyncIterable<Item[]>,
  shown: (items: Item[]) => Promise<Shown[]>,
): AsyncGenerator<Shown[]> {
  for await (const portion of portions) yield await shown(portion);
}

/** The filters and the order of a query, for the audit; without its token. */
export function describe(query: PageRequest): string {
  const filters = Object.entries(query).filter(([name]) => name.startsWith('filter'));
  return [['sort', `${query.sort} ${query.order}`], ...filters]
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
}
