import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@callpoint/contract/page-sizes';
import type { SortOrder } from '@callpoint/contract/paging';

/** What a list shows, as stored in its address: `?page=2&per_page=50&sort=name&order=asc&status=1`. */
export type ListState<Sort extends string = string, Filter extends string = string> = {
  page: number;
  perPage: number;
  sort: Sort;
  order: SortOrder;
  /** Only the filters that are set. */
  filters: Partial<Record<Filter, string>>;
};

/** The parameters of a list's address, and their defaults. */
export type ListDefaults<Sort extends string = string, Filter extends string = string> = {
  sorts: readonly Sort[];
  sort: Sort;
  order: SortOrder;
  perPage?: number;
  filters?: readonly Filter[];
};

/** Reads the address; invalid pages, sizes and sorts are ignored. */
export function readListState<Sort extends string, Filter extends string = never>(
  address: URLSearchParams,
  defaults: ListDefaults<Sort, Filter>,
): ListState<Sort, Filter> {
  const page = Number(address.get('page'));
  const perPage = Number(address.get('per_page'));
  const sort = defaults.sorts.find((key) => key === address.get('sort'));
  const order = address.get('order');
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of defaults.filters ?? []) {
    const value = address.get(name);
    if (value) filters[name] = value;
  }
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    perPage: (PAGE_SIZES as readonly number[]).includes(perPage)
      ? perPage
      : (defaults.perPage ?? DEFAULT_PAGE_SIZE),
    sort: sort ?? defaults.sort,
    order: order === 'asc' || order === 'desc' ? order : defaults.order,
    filters,
  };
}

/** The shortest address of a state: defaults are omitted, parameters of others stay. */
export function writeListState(
  state: ListState,
  defaults: ListDefaults,
  address: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | undefined, usual: string) => {
    if (value === undefined || value === usual) next.delete(name);
    else next.set(name, value);
  };
  put('page', String(state.page), '1');
  put('per_page', String(state.perPage), String(defaults.perPage ?? DEFAULT_PAGE_SIZE));
  put('sort', state.sort, defaults.sort);
  put('order', state.order, defaults.order);
  for (const name of defaults.filters ?? []) put(name, state.filters[name], '');
  return next;
}

/** The query parameters of a `listPaged` call for this state. */
export function buildListQuery(state: ListState): Record<string, string | number> {
  const filters = Object.entries(state.filters).map(([name, value]) => [`filter_${name}`, value ?? '']);
  return {
    page: state.page,
    per_page: state.perPage,
    sort: state.sort,
    order: state.order,
    ...Object.fromEntries(filters),
  };
}
