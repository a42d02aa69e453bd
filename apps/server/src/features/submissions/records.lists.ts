import type { SubmissionKind } from '@callpoint/contract/catalog';
import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import type { recordCalls, RecordPages, RecordRow } from '@callpoint/contract/records';
import type { ButtonClick, FormSubmission } from '@callpoint/contract/submissions';
import type { z } from 'zod';
import {
  searchRequest,
  type ListPosition,
  type ListQuery,
  type PageRequest,
} from '../../db/lists/list-query.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { buttonClicks, formSubmissions } from './submissions.lists.ts';

/** Button presses and forms in one list, in the order of time; at the same time, forms are newer, then higher ids. */

type Row = Omit<RecordRow, 'account_name'>;
type Query = z.output<NonNullable<typeof recordCalls.list.query>>;

/** Rows are counted up to this number. */
const COUNT_AT_MOST = 2_000;
const MAX_ID = 2_147_483_647;

export const RECORD_LISTS: Readonly<Record<SubmissionKind, ListQuery<Row>>> = {
  button: {
    ...buttonClicks,
    filters: ['team_id', 'app_user_id', 'button_id', 'from', 'to'],
    filterIns: ['id', 'button_id'],
    countAtMost: COUNT_AT_MOST,
    item: (row, messages) => {
      const {
        button_id,
        screen_text: _,
        opened_by: __,
        earlier_locations: ___,
        ...click
      } = buttonClicks.item(row, messages);
      return { ...withPerson(click), kind: 'button', item_id: button_id, company: '', message: '' };
    },
  },
  form: {
    ...formSubmissions,
    filters: ['team_id', 'app_user_id', 'f_id', 'from', 'to'],
    filterIns: ['id', 'f_id'],
    countAtMost: COUNT_AT_MOST,
    item: (row, messages) => {
      const {
        f_id,
        other_data: _,
        screen_text: __,
        opened_by: ___,
        earlier_locations: ____,
        ...form
      } = formSubmissions.item(row, messages);
      return { ...withPerson(form), kind: 'form', item_id: f_id, incident: null };
    },
  },
};
const ITEM_COLUMN = { button: 'button_id', form: 'f_id' } as const;
const KINDS = ['button', 'form'] as const;

function withPerson<Of extends Pick<ButtonClick | FormSubmission, 'app_user'>>(of: Of) {
  const { app_user } = of;
  if (!app_user) throw new Error('records are read with their app users');
  return { ...of, app_user };
}

/** The request for the rows of one kind; null if the query excludes it. */
export function requestOf(kind: SubmissionKind, query: Query): PageRequest | null {
  const { filterin_item: items, filterin_record: records, older: _, newer: __, page: ___, ...shared } = query;
  const request: PageRequest = { ...shared, page: 1, related: 'app_user' };
  if (records !== undefined) {
    const recordIds = idsOf(kind, records);
    if (recordIds.length === 0) return null;
    request['filterin_id'] = recordIds;
  }
  if (items === undefined) return request;
  const ids = idsOf(kind, items);
  if (ids.length === 0) return null;
  // One value is compared directly, so that the index on the item serves it.
  return ids.length === 1
    ? { ...request, [`filter_${ITEM_COLUMN[kind]}`]: ids[0] }
    : { ...request, [`filterin_${ITEM_COLUMN[kind]}`]: ids };
}

/** The ids of one kind in names like `button-5`. */
function idsOf(kind: SubmissionKind, names: readonly string[]): number[] {
  return names.filter((name) => name.startsWith(kind)).map((name) => Number(name.split('-')[1]));
}

/** A page of records before or after a position. */
export async function recordsPage(
  tenant: TenantDb,
  query: Query,
): Promise<{ items: RecordRow[]; pagination: RecordPages }> {
  const given = query.older ?? query.newer;
  const start = given === undefined ? null : parsePosition(given);
  const order = query.older === undefined ? (query.newer === undefined ? query.order : 'asc') : 'desc';
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const request = requestOf(kind, { ...query, order });
    if (request) rows.push(...(await firstRows(tenant, kind, request, start, query.per_page + 1)));
  }
  const sorted = rows.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)));
  const page = sorted.slice(0, query.per_page);
  const hasMore = sorted.length > page.length;
  const [oldest, newest] = order === 'asc' ? [page[0], page.at(-1)] : [page.at(-1), page[0]];
  const back = given ?? null;
  const positionOf = (row: Row | undefined, exists: boolean) => {
    if (!exists) return null;
    return row ? formatPosition(row) : back;
  };
  return {
    items: await withAccounts(tenant, order === query.order ? page : page.toReversed()),
    pagination: {
      pageSize: query.per_page,
      older: positionOf(oldest, order === 'desc' ? hasMore : start !== null),
      newer: positionOf(newest, order === 'asc' ? hasMore : start !== null),
      ...(await countRecords(tenant, query)),
    },
  };
}

/** The first `most` rows of a kind after a position, read in batches. */
async function firstRows(
  tenant: TenantDb,
  kind: SubmissionKind,
  request: PageRequest,
  start: Position | null,
  most: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let position = start && positionIn(kind, start, request.order === 'asc');
  do {
    const step: { items: Row[]; position: ListPosition | null } = await tenant.rowsAfter(
      RECORD_LISTS[kind],
      request,
      position,
      most - rows.length,
    );
    rows.push(...step.items);
    position = step.position;
  } while (position !== null && rows.length < most);
  return rows;
}

async function countRecords(
  tenant: TenantDb,
  query: Query,
): Promise<Pick<RecordPages, 'total' | 'searched'>> {
  let total: number | null = 0;
  let searched: number | null = null;
  for (const kind of KINDS) {
    const request = requestOf(kind, query);
    if (!request) continue;
    const count = await tenant.count(RECORD_LISTS[kind], request);
    total = total === null || count.total === null ? null : total + count.total;
    searched ??= count.searched;
  }
  return { ...(total === null ? {} : { total }), ...(searched === null ? {} : { searched }) };
}

/** The rows with the names of their subscribers. */
export async function withAccounts(tenant: TenantDb, rows: readonly Row[]): Promise<RecordRow[]> {
  const ids = [...new Set(rows.map(({ team_id }) => team_id))];
  const teams =
    ids.length === 0
      ? []
      : await tenant.selectFrom('team').select(['id', 'account_name']).where('id', 'in', ids).execute();
  const names = new Map(teams.map(({ id, account_name }) => [id, account_name]));
  return rows.map((row) => ({ ...row, account_name: names.get(row.team_id) ?? '' }));
}

type Position = Pick<Row, 'created_at' | 'kind' | 'id'>;

export function compare(a: Position, b: Position): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.id - b.id;
}

/** A position of the common list in the rows of one kind. */
function positionIn(
  kind: SubmissionKind,
  { created_at, kind: at, id }: Position,
  ascending: boolean,
): ListPosition {
  const isNewer = KINDS.indexOf(kind) > KINDS.indexOf(at);
  // The rows of the other kind at the same time are all before or all after the position.
  const isPassed = isNewer !== ascending;
  const boundary = isPassed === ascending ? MAX_ID : 0;
  return { sorted: created_at, id: kind === at ? id : boundary };
}

function formatPosition({ created_at, kind, id }: Position): string {
  return `${created_at}_${kind}_${id}`;
}

function parsePosition(text: string): Position {
  const [created_at = '', kind, id] = text.split('_');
  return { created_at, kind: kind === 'form' ? 'form' : 'button', id: Number(id) };
}

/** The newest records with a text. */
export async function findRecords(tenant: TenantDb, search: string): Promise<Found['records']> {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const request = { ...searchRequest(search, FOUND_OF_EACH, 'created_at'), related: 'app_user' };
    rows.push(...(await tenant.page(RECORD_LISTS[kind], request)).items);
  }
  return rows
    .toSorted((a, b) => compare(b, a))
    .slice(0, FOUND_OF_EACH)
    .map(({ kind, id, item_id, team_id, app_user, created_at }) => ({
      kind,
      id,
      item_id,
      team_id,
      name: app_user.name,
      created_at,
    }));
}
