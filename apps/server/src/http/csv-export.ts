import type { ListPlan, PageRequest } from '../db/paged-list.ts';
import type { TenantDb } from '../db/tenant.ts';
import { fileName, type Cell, type CsvFile } from './csv-answers.ts';

type Wanted<Item> = {
  /** What the file is of. */
  name: string;
  /** An IANA name. */
  zone: string;
  columns: readonly (readonly [header: string, cell: (item: Item) => Cell])[];
};

/** All rows of a list that a caller may see, as a file. The audit says who took it. */
export async function csvExport<Item>(
  tenant: TenantDb,
  plan: ListPlan<Item>,
  query: PageRequest,
  { name, zone, columns }: Wanted<Item>,
): Promise<CsvFile> {
  const request = { ...query, ...(plan.related ? { related: plan.related.table } : {}) };
  const items = await tenant.takeAll(plan, request, told(query));
  const cells = columns.map(([, cell]) => cell);
  return {
    name: fileName(name, zone),
    header: columns.map(([header]) => header),
    rows: mapped(items, (item) => cells.map((cell) => cell(item))),
  };
}

async function* mapped<Item>(pages: AsyncIterable<Item[]>, row: (item: Item) => Cell[]) {
  for await (const items of pages) yield items.map((item) => row(item));
}

/** Of the query, what was asked for: filters and order, and no token. */
function told(query: PageRequest): string {
  const filters = Object.entries(query).filter(([name]) => name.startsWith('filter'));
  return [['sort', `${query.sort} ${query.order}`], ...filters]
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
}
