import { isScan, queriesFor, type QueryParams, type QueryShape } from './compiled-list.ts';
import type { ListQuery, PageRequest } from './list-query.ts';
import { searchParams } from './search-text.ts';

/** The queries for a request, and the parameters that they share. */
export function prepare<Item>(
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  after: QueryShape['after'],
) {
  const compared = list.filters.filter((name) => name !== 'search' && !list.choices?.[name]);
  const filters = new Map(given(compared, 'filter_', request));
  const choices = given(Object.keys(list.choices ?? {}), 'filter_', request) as [string, string][];
  const filterIns = new Map(given(list.filterIns, 'filterin_', request));
  const shape: QueryShape = {
    confined: teamId !== null && list.tenantColumn !== null,
    filters: [...filters.keys()],
    choices,
    filterIns: [...filterIns.keys()],
    search: list.search !== undefined && request['filter_search'] !== undefined,
    sort: request.sort,
    order: request.order,
    related: list.related !== undefined && request['related'] === list.related.table,
    after,
  };
  const params: QueryParams = { tenant: teamId };
  if (shape.search) {
    for (const [name, value] of Object.entries(searchParams(request['filter_search'] as string)))
      params[`search_${name}`] = value;
  }
  for (const [name, value] of filters)
    params[`filter_${name}`] = list.comparisons?.[name]?.param?.(value) ?? value;
  for (const [name, value] of filterIns) params[`filterin_${name}`] = JSON.stringify(value);

  const all = new Map<string, unknown>([...filters, ...choices]);
  if (shape.search) all.set('search', request['filter_search']);
  return {
    queries: queriesFor(list, shape),
    params,
    filters: all,
    filterIns,
    isScan: isScan(list, shape),
  };
}

function given(names: readonly string[], prefix: string, request: PageRequest): [string, unknown][] {
  return names
    .map((name): [string, unknown] => [name, request[prefix + name]])
    .filter(([, value]) => value !== undefined);
}

/** Whether a request examines rows without an index. */
export function scansRows<Item>(list: ListQuery<Item>, request: PageRequest): boolean {
  const names = [...(list.search ? ['search'] : []), ...(list.scan?.choices ?? [])];
  return names.some((name) => request[`filter_${name}`] !== undefined);
}
