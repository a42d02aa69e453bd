import type { Role } from '@callpoint/contract/permissions';
import type { CallInput, ExampleRows } from '../calls/example-rows.ts';

/** Of a browser. */
export const PUSH_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** A call of a service base, the roles that it should accept, and one valid call, for tests of all routes. */
export type RouteExample = {
  method: 'GET' | 'POST';
  path: string;
  /** The roles that this base accepts. `public`: all callers. */
  allowed: 'public' | readonly Role[];
  /** The table of the row whose id the call contains, if any. */
  names?: keyof ExampleRows['ids'];
  /** A valid call about these rows. `unique` differs in each call, for addresses that must be unique. */
  example: (rows: ExampleRows) => CallInput;
  /** Further fields of the call, each with a valid value: `data.email`, `query.filter_id`. */
  also?: Readonly<Record<string, string | number>>;
  /** True if it hashes a password, which costs 30 ms. */
  slow?: true;
  /**
   * The status of the valid call; default: 200. Calls of the payment provider are rejected without its keys, and calls
   * about unpaid accounts for one that has paid.
   */
  status?: 409;
};

/** The status of a route's valid call by a caller who has access. */
export function exampleStatus({ status }: RouteExample): number {
  return status ?? 200;
}

export const EXAMPLE_UPDATED_AT = '2026-11-21T08:14:07.000Z';
/** A strong password that no account has. */
export const VALID_PASSWORD = 'Quiet-harbour-77';
export const PHONE = '+1 202 555 0143';
export const newPerson = ({ unique }: ExampleRows) => ({
  email: `new-${unique}@work.example`,
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: PHONE,
  password: VALID_PASSWORD,
});

export const PAGING = { page: 1, per_page: 500, sort: 'id', order: 'asc', delay: 1, my: 'yes' };
export const BETWEEN = {
  'query.filter_from': '2026-01-01T00:00:00.000Z',
  'query.filter_to': '2099-01-01T00:00:00.000Z',
};
export const LOCATION = { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07+01:00' };

export function listRoute(
  path: string,
  allowed: readonly Role[],
  names: keyof ExampleRows['ids'],
  also: RouteExample['also'] = {},
  filter: (rows: ExampleRows) => CallInput['query'] = ({ ids }) => ({ filter_id: ids[names] }),
): RouteExample {
  const example = (rows: ExampleRows) => ({ query: { ...PAGING, ...filter(rows) } });
  return { method: 'GET', path, allowed, names, example, also };
}

export function changeRoute(
  path: string,
  allowed: readonly Role[],
  names: keyof ExampleRows['ids'],
  data?: (rows: ExampleRows) => Record<string, unknown>,
  also: RouteExample['also'] = {},
): RouteExample {
  const example = (rows: ExampleRows) => ({
    body: { id: rows.ids[names], ...(data ? { data: data(rows) } : {}) },
  });
  return {
    method: 'POST',
    path,
    allowed,
    names,
    example,
    also: data ? { updated_at: EXAMPLE_UPDATED_AT, ...also } : also,
  };
}

/** The call that reads an image, on a base. */
export function imageRoute(base: string, allowed: readonly Role[]): RouteExample {
  return {
    method: 'GET',
    path: `${base}/images`,
    allowed,
    example: ({ imageKey }) => ({ query: { key: imageKey } }),
    also: { 'query.size': 'thumbnail' },
  };
}
