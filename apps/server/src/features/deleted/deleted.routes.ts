import { maxUsersText } from '@callpoint/contract/app-users';
import { bulkCalls } from '@callpoint/contract/bulk';
import { RESTORE_DAYS } from '@callpoint/contract/call-parts';
import { deletedCalls, deletedList, type DeletedItem } from '@callpoint/contract/deleted';
import { SIGNED_OUT } from '@callpoint/contract/error-codes';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { actorNames } from '../../http/actor-names.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { administratorIds, contains, subscriberIds } from '../../db/lists/search-conditions.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { changeEach } from '../../http/bulk.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { conflict, notFound, rejectConflict } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { pausedReason } from '../../payments/overdue/paused-changes.ts';
import { DAY } from '../../scheduling/durations.ts';

type LockedItem = NonNullable<Awaited<ReturnType<TenantDb['deletedItems']['lock']>>>;

const TAKEN = {
  app_user: 'Another user has this email address now. Change that user first.',
  other: 'An item like this exists again. Delete that one first.',
};

/** Deleted records, plans and app users, for those who may delete them. */
export function deletedRoutes(app: App, { live }: { live: LiveEvents }): void {
  app.handle(deletedCalls.list, async (request) => {
    const tenant = getTenantDb(request);
    const query = tenant.scope === 'all' ? allDeletedItems : deletedItems;
    const { items, pagination } = await tenant.page(query, request.query);
    const refOf = ({ deleted_by: role, deleted_by_id: id }: DeletedRow) => ({ role, id });
    const nameOf = await actorNames(tenant, items.map(refOf));
    const named = items.map(({ deleted_by_id, ...item }) => ({
      ...item,
      deleted_by_name: nameOf({ role: item.deleted_by, id: deleted_by_id }),
    }));
    return { ok: true as const, items: named, pagination };
  });

  const restore = async (tenant: TenantDb, id: number) => {
    live.publish(...eventsOf(await restoreOne(tenant, id)));
  };
  app.handle(deletedCalls.restore, async (request) => {
    await restore(getTenantDb(request), request.body.id);
    return { ok: true as const, msg: 'Restored.' };
  });

  app.handle(
    bulkCalls.restoreDeletedItems,
    (request) => changeEach(request, request.body.ids, 'restored', (id) => restore(getTenantDb(request), id)),
    { expensive: 'bulk' },
  );
}

/** Restores an item of the scope. Throws CallError 404, or 409 if its place is taken. */
async function restoreOne(tenant: TenantDb, id: number): Promise<LockedItem> {
  return await tenant
    .transaction(async (inside, { accounts }) => {
      const item = await inside.deletedItems.lock(id);
      if (!item) throw notFound();
      await restoreItem(inside, accounts, item);
      return item;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict(TAKEN.other, 'id') : error;
    });
}

async function restoreItem(tenant: TenantDb, accounts: AccountsDb, item: LockedItem): Promise<void> {
  const { kind, team_id, row_id, item_id, data } = item;
  if (kind === 'app_user' && team_id !== null) await checkAppUser(tenant, accounts, team_id, data.row);
  await tenant.deletedItems.restore(item);
  // A session of before the deletion must not become valid again.
  if (kind === 'app_user') await revokeSessions(accounts, 'app_user', row_id, SIGNED_OUT);
  if (team_id === null || item_id === null) return;
  const createdAt = String(data.row['created_at']);
  const submission = kind === 'button_click' ? 'button' : 'form';
  await tenant.changeTotals({ teamId: team_id, kind: submission, itemId: item_id, createdAt }, 1);
}

/** For open lists: they show the submission again. */
function eventsOf({ kind, team_id, item_id, row_id: id }: LockedItem): LiveEvent[] {
  if (team_id === null || item_id === null) return [];
  const submission = kind === 'button_click' ? 'button' : 'form';
  const at = new Date().toISOString();
  return [{ kind: 'submission.restored', team_id, submission, item_id, id, at }];
}

/** Throws CallError 409 if the address is taken, the plan has no place for the user, or a payment is long overdue. */
async function checkAppUser(
  tenant: TenantDb,
  accounts: AccountsDb,
  teamId: number,
  row: Record<string, unknown>,
): Promise<void> {
  rejectConflict(await pausedReason(tenant, teamId));
  const team = await tenant.lock('team', teamId);
  const { used } = await tenant
    .selectFrom('app_user')
    .select((on) => on.fn.countAll<number>().as('used'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (!team || used >= team.max_users) throw conflict(maxUsersText(team?.max_users ?? 0), 'id');
  const other = await accounts
    .selectFrom('app_user')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', String(row['email']).toLowerCase())
    .executeTakeFirst();
  if (other) throw conflict(TAKEN.app_user, 'id');
}

/** Maximum items that a search examines. */
const SEARCHED_ITEMS = 10_000;

type DeletedRow = Omit<DeletedItem, 'deleted_by_name'> & { deleted_by_id: number | null };

const deletedItems: ListQuery<DeletedRow> = {
  table: 'deleted_item',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'kind',
    'row_id',
    'item_id',
    'title',
    'deleted_at',
    'deleted_by',
    'deleted_by_id',
    'data',
  ],
  computed: {
    account_name: sql`(select account_name from team where team.id = deleted_item.team_id)`,
  },
  filters: Object.keys(deletedList.filters),
  filterIns: [],
  search: (param) =>
    sql`${contains(sql`title`, param)} or row_id = ${param.value('id')} or team_id in (${subscriberIds(param)})`,
  scan: { rows: SEARCHED_ITEMS, choices: [], columns: ['title', 'row_id', 'team_id'] },
  item: ({ data, ...row }) => {
    const until = Date.parse(String(row['deleted_at'])) + RESTORE_DAYS * DAY;
    const { row: deleted } = JSON.parse(String(data)) as LockedItem['data'];
    return {
      ...row,
      submitted_at: row['item_id'] === null ? null : deleted['created_at'],
      restorable_until: new Date(until).toISOString(),
    } as DeletedRow;
  },
};

/** A search of administrators also finds who among them deleted an item. Subscribers see none of their names. */
const allDeletedItems: ListQuery<DeletedRow> = {
  ...deletedItems,
  search: (param) =>
    sql`${contains(sql`title`, param)} or row_id = ${param.value('id')} or team_id in (${subscriberIds(param)})
      or (deleted_by = 'admin' and deleted_by_id in (${administratorIds(param)}))`,
  scan: {
    rows: SEARCHED_ITEMS,
    choices: [],
    columns: ['title', 'row_id', 'team_id', 'deleted_by', 'deleted_by_id'],
  },
};
