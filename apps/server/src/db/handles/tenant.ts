import type { SubmissionKind } from '@callpoint/contract/catalog';
import type { InsertObject, SelectQueryBuilder, Updateable } from 'kysely';
import { DeletedItems } from '../history/deleted-items.ts';
import { diffRows, recordAudit, type Actor } from '../history/audit.ts';
import { getDialect } from '../dialect.ts';
import { readAllRows } from '../lists/all-rows.ts';
import type { ListPosition, ListQuery, PageRequest } from '../lists/list-query.ts';
import { countRows, LONG_PAGE, pagedList, type PageOf, type RowCount } from '../lists/paged-list.ts';
import { scansRows } from '../lists/prepared-list.ts';
import { readRowsAfter } from '../lists/rows-after.ts';
import { readFromReplica } from '../replica.ts';
import { markReachability } from '../reachability-marks.ts';
import { addToRollup } from '../totals/submission-rollup.ts';
import { addToTotals } from '../totals/submission-totals.ts';
import { AccountsDb } from './accounts.ts';
import { Handle, inTransaction, rawDb } from './handle.ts';
import { IncidentsDb } from './incidents.ts';
import { PaymentsDb } from './payments.ts';
import { PlatformDb } from './platform.ts';
import type { Row } from '../rows.ts';
import { recordVersion, type SavedRow } from '../history/versions.ts';
import { TABLES, TABLE_OWNER, type Database, type Db } from '../tables.ts';

/** The scope of a handle: the rows of one subscriber, or of every subscriber (administrators only). */
export type TenantScope = { teamId: number } | 'all';

export type ScopedTable = keyof typeof TABLE_OWNER;
/**
 * The tables in which a handle creates, updates and deletes rows: all tables with generated ids, except the audit and the
 * version history, which the handle itself writes.
 */
export type ChangedTable = Exclude<
  ScopedTable,
  'subscription' | 'audit' | 'version' | 'submission_tally' | 'deleted_item' | 'image'
>;

/** The result of an update: its time, or why it failed. `stale`: the row has changed since the caller read it. */
export type UpdateResult = { updatedAt: string } | 'missing' | 'stale';

/** Tables that decide who would be notified of a press; a blocked subscriber notifies no one. */
const REACHED_BY: readonly ChangedTable[] = ['team', 'settings', 'app_user'];

/** Runs an expensive read, which counts as one of its kind, when the fair queue serves its caller. */
export type LongRead = <Result>(read: () => Promise<Result>, kind: 'long list' | 'search') => Promise<Result>;

/** A query of one table: rows of another could be those of another subscriber. */
type ConfinedQuery<Table extends ScopedTable> = SelectQueryBuilder<Pick<Database, Table>, Table, object>;

/** The platform's handles in a transaction of a subscriber's handle. */
export type OtherHandles = {
  accounts: AccountsDb;
  platform: PlatformDb;
  payments: PaymentsDb;
  incidents: IncidentsDb;
};

type AnyRow = Record<string, unknown> & { id: number };

/**
 * The database as a caller may see it. Features get this handle and no connection, so that no query reads another
 * tenant's rows because of a missing condition, and every change has its entry in the audit.
 */
export class TenantDb extends Handle {
  readonly scope: TenantScope;
  readonly actor: Actor;
  readonly #longRead: LongRead;

  /** @param longRead runs the read of a long page; by default immediately */
  constructor(db: Db, scope: TenantScope, actor: Actor, longRead?: LongRead);
  /** A handle of one subscriber's rows, for changes without a signed-in caller, in the transaction of this handle. */
  constructor(
    db: AccountsDb | PlatformDb | PaymentsDb | IncidentsDb,
    scope: { teamId: number },
    actor: Actor,
  );
  constructor(
    db: Db | AccountsDb | PlatformDb | PaymentsDb | IncidentsDb,
    scope: TenantScope,
    actor: Actor,
    longRead: LongRead = (read) => read(),
  ) {
    super(rawDb(db));
    this.scope = scope;
    this.actor = actor;
    this.#longRead = longRead;
  }

  get #db(): Db {
    return rawDb(this);
  }

  get #teamId(): number | null {
    return this.scope === 'all' ? null : this.scope.teamId;
  }

  /** See `Dialect.changeMark`. */
  changeMark(): string | null {
    return getDialect(this.#db).changeMark(this.#db.getExecutor().adapter);
  }

  /**
   * Runs `work` in one transaction, on a handle of the same scope and on the platform's handles; a handle that is in a
   * transaction already uses that one.
   */
  transaction<Result>(work: (tenant: TenantDb, others: OtherHandles) => Promise<Result>): Promise<Result> {
    return this.#inTransaction((tenant) =>
      work(tenant, {
        accounts: new AccountsDb(tenant.#db),
        platform: new PlatformDb(tenant.#db),
        payments: new PaymentsDb(tenant.#db),
        incidents: new IncidentsDb(tenant.#db),
      }),
    );
  }

  /**
   * Runs a read that takes long on a replica, if there is one that has all changes: on a handle of the same scope, and on the
   * platform's handle.
   */
  readFromReplica<Result>(
    read: (tenant: TenantDb, others: Pick<OtherHandles, 'platform'>) => Promise<Result>,
  ): Promise<Result> {
    return readFromReplica(this.#db, (from) =>
      read(new TenantDb(from, this.scope, this.actor, this.#longRead), { platform: new PlatformDb(from) }),
    );
  }

  #inTransaction<Result>(work: (tenant: TenantDb, tx: Db) => Promise<Result>): Promise<Result> {
    if (this.#db.isTransaction) return work(this, this.#db);
    return inTransaction(this, (tx) => work(new TenantDb(tx, this.scope, this.actor, this.#longRead), tx));
  }

  /** The rows of `table` in scope, without those that were deleted. */
  selectFrom<Table extends ScopedTable>(table: Table): ConfinedQuery<Table> {
    const query = this.#db
      .selectFrom(table as 'app_user')
      .$if('removed_at' in TABLES[table], (on) => on.where('removed_at', 'is', null));
    return this.#confine(table, query) as unknown as ConfinedQuery<Table>;
  }

  #confine<Query extends { where(column: never, operator: '=', value: never): Query }>(
    table: ScopedTable,
    query: Query,
  ): Query {
    const owner = TABLE_OWNER[table];
    if (this.#teamId === null || owner === 'shared') return query;
    if (owner === 'platform') throw new Error(`a subscriber's handle does not reach ${table}`);
    return query.where(owner as never, '=', this.#teamId as never);
  }

  /** The subscriber of a row; null for a row of the platform. Throws for a row that this handle may not change. */
  #ownerOf(table: ChangedTable, row: object): number | null {
    const column = TABLE_OWNER[table];
    const isOwned = column === 'id' || column === 'team_id';
    const owner = isOwned ? ((row as Record<string, unknown>)[column] as number) : null;
    if (this.#teamId !== null && owner !== this.#teamId) {
      throw new Error(`a subscriber's handle changes only its own rows, not this one of ${table}`);
    }
    return owner;
  }

  /** One row of the scope, or undefined. */
  async find<Table extends ChangedTable>(table: Table, id: number): Promise<Row<Table> | undefined> {
    return (await this.#one(table, id).executeTakeFirst()) as Row<Table> | undefined;
  }

  /**
   * Like `find`, and locks the row until the transaction ends, so that decisions about it are still valid when it is
   * written. Call it in a transaction. (On SQLite a transaction locks the entire database.)
   */
  async lock<Table extends ChangedTable>(table: Table, id: number): Promise<Row<Table> | undefined> {
    const query = this.#one(table, id).modifyEnd(getDialect(this.#db).lock('no key update'));
    return (await query.executeTakeFirst()) as Row<Table> | undefined;
  }

  #one(table: ChangedTable, id: number) {
    return this.selectFrom(table as 'app_user')
      .selectAll()
      .where('id', '=', id);
  }

  /**
   * Changes one row of the scope. Where `expectedUpdatedAt` is given (the row's `updated_at` as the caller read it), a row that
   * has changed since is not updated. Columns in `secret` are audited without their values. With `acceptsRepeat`, a row that
   * already has these values counts as updated: the call was sent again because its response was lost.
   */
  async update<Table extends ChangedTable>(
    table: Table,
    id: number,
    values: Updateable<Database[Table]>,
    {
      expectedUpdatedAt,
      secret = [],
      acceptsRepeat = false,
    }: {
      expectedUpdatedAt?: string | undefined;
      secret?: readonly string[];
      acceptsRepeat?: boolean;
    } = {},
  ): Promise<UpdateResult> {
    return await this.#inTransaction(async (tenant, tx) => {
      const before = (await tenant.lock(table, id)) as AnyRow | undefined;
      if (!before) return 'missing';
      tenant.#ownerOf(table, before);
      const hasVersion = 'updated_at' in before;
      const version = hasVersion && expectedUpdatedAt !== undefined ? expectedUpdatedAt : undefined;
      const updatedAt = after(before['updated_at'], new Date());
      const query = tx
        .updateTable(table as 'settings')
        .set({ ...values, ...(hasVersion ? { updated_at: updatedAt } : {}) } as object)
        .where('id', '=', id)
        .$if(version !== undefined, (on) => on.where('updated_at', '=', version ?? ''));
      const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
      const changes = diffRows(pick(before, Object.keys(values)), values, secret);
      if (numUpdatedRows === 0n) {
        const isRepeat = acceptsRepeat && Object.keys(changes).length === 0;
        return isRepeat ? { updatedAt: String(before['updated_at']) } : 'stale';
      }
      await tenant.#leaveMarks('update', table, before, changes);
      await tenant.#recordVersion(table, before, { before, after: values, secret });
      return { updatedAt };
    });
  }

  /** Inserts a row and returns its id; a handle of one subscriber accepts only its rows. */
  async insert<Table extends ChangedTable>(
    table: Table,
    values: InsertObject<Database, Table>,
    secret: readonly string[] = [],
  ): Promise<number> {
    this.#ownerOf(table, values);
    return await this.#inTransaction(async (tenant, tx) => {
      const { id } = await tx
        .insertInto(table as 'settings')
        .values(values as InsertObject<Database, 'settings'>)
        .returning('id')
        .executeTakeFirstOrThrow();
      await tenant.#leaveMarks('create', table, { ...values, id }, diffRows(null, values, secret));
      await tenant.#recordVersion(table, { ...values, id }, { before: null, after: values, secret });
      return id;
    });
  }

  /** Deletes one row. Returns false where the scope has no such row. */
  async delete(table: ChangedTable, id: number): Promise<boolean> {
    return await this.#inTransaction(async (tenant, tx) => {
      const before = (await tenant.lock(table, id)) as AnyRow | undefined;
      if (!before) return false;
      tenant.#ownerOf(table, before);
      const { numDeletedRows } = await tx
        .deleteFrom(table as 'settings')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await tenant.#leaveMarks('delete', table, before, diffRows(before, null));
      return true;
    });
  }

  /** Writes the audit entry, and marks the subscriber's reachability as outdated. */
  async #leaveMarks(
    action: string,
    subject: ChangedTable,
    row: AnyRow,
    changes: ReturnType<typeof diffRows>,
  ) {
    const teamId = this.#ownerOf(subject, row);
    await recordAudit(this.#db, {
      actor: this.actor,
      action,
      outcome: 'done',
      subject,
      subjectId: row.id,
      teamId,
      changes,
    });
    if (teamId !== null && REACHED_BY.includes(subject)) await markReachability(this.#db, teamId);
  }

  async #recordVersion(
    table: ChangedTable,
    row: AnyRow,
    change: Pick<SavedRow, 'before' | 'secret'> & { after: object },
  ): Promise<void> {
    const { actor } = this;
    const teamId = this.#ownerOf(table, row);
    await recordVersion(this.#db, { ...change, actor, table, id: row.id, teamId });
  }

  /** Changes the totals and the rollup: by -1 for a submission that was just deleted, by 1 for a restored one. */
  async changeTotals(
    submission: { teamId: number; kind: SubmissionKind; itemId: number; createdAt: string },
    by: 1 | -1,
  ): Promise<void> {
    const { teamId, kind, itemId } = submission;
    await addToTotals(this.#db, [{ teamId, kind, itemId, by }]);
    await addToRollup(this.#db, submission, by);
  }

  /** Moves rows of the scope to the deleted items and back. */
  get deletedItems(): DeletedItems {
    return new DeletedItems(this.#db, this.#teamId, this.actor);
  }

  /** One page of a list, of the rows in scope. */
  page<Item>(list: ListQuery<Item>, request: PageRequest): Promise<PageOf<Item>> {
    return this.#admitted(list, request, () => pagedList(this.#db, this.#teamId, list, request));
  }

  /** At most `LONG_PAGE` rows of a list in scope after a position, or the first ones. */
  rowsAfter<Item>(
    list: ListQuery<Item>,
    request: PageRequest,
    position: ListPosition | null,
    limit: number,
  ): Promise<{ items: Item[]; position: ListPosition | null }> {
    const most = Math.min(limit, LONG_PAGE);
    return this.#admitted(list, request, () =>
      readRowsAfter(this.#db, this.#teamId, list, request, position, most),
    );
  }

  /** How many rows a list has in scope, where that is known. */
  count<Item>(list: ListQuery<Item>, request: PageRequest): Promise<RowCount> {
    return this.#admitted(list, request, () => countRows(this.#db, this.#teamId, list, request));
  }

  /** Runs a read; an expensive one when the fair queue serves the caller. */
  #admitted<Item, Result>(
    list: ListQuery<Item>,
    request: PageRequest,
    read: () => Promise<Result>,
  ): Promise<Result> {
    if (scansRows(list, request)) return this.#longRead(read, 'search');
    return request.per_page > LONG_PAGE ? this.#longRead(read, 'long list') : read();
  }

  /**
   * All rows of a list in scope, in batches, so that neither this process nor the database has more of them in memory.
   * The export is audited before the first row is read.
   * @param detail the requested filters, for the audit
   */
  async takeAll<Item>(
    list: ListQuery<Item>,
    request: PageRequest,
    detail: string,
  ): Promise<AsyncGenerator<Item[], void>> {
    const requestedTeam = request['filter_team_id'];
    await recordAudit(this.#db, {
      actor: this.actor,
      action: 'export',
      outcome: 'done',
      subject: list.table,
      subjectId: null,
      teamId: this.#teamId ?? (typeof requestedTeam === 'number' ? requestedTeam : null),
      detail,
    });
    return readAllRows(this.#db, this.#teamId, list, request);
  }
}

function pick(row: AnyRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** A time that differs from the row's last one, so that two saves within a millisecond have different versions. */
function after(last: unknown, now: Date): string {
  const lastTime = typeof last === 'string' ? Date.parse(last) : 0;
  return new Date(Math.max(now.getTime(), lastTime + 1)).toISOString();
}
