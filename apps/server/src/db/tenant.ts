import type { InsertObject, SelectQueryBuilder, Updateable } from 'kysely';
import { pagedList, type ListPlan, type PageOf, type PageRequest } from './paged-list.ts';
import { addToTally } from './submission-tally.ts';
import type { Database, Db, TenantTable } from './tables.ts';

/** Whose rows a handle reaches: one subscriber's, or every subscriber's (administrators only). */
export type TenantScope = { teamId: number } | 'all';

type AnyTenantTable = 'app_user';

/**
 * The database as a caller may see it. Features get this and no connection, so that a query that reaches another
 * tenant's rows cannot be written by forgetting a condition.
 */
export class TenantDb {
  readonly #db: Db;
  readonly scope: TenantScope;

  constructor(db: Db, scope: TenantScope) {
    this.#db = db;
    this.scope = scope;
  }

  get #teamId(): number | null {
    return this.scope === 'all' ? null : this.scope.teamId;
  }

  /** Runs `work` in one transaction, on a handle of the same scope. */
  transaction<Result>(work: (tenant: TenantDb) => Promise<Result>): Promise<Result> {
    return this.#db.transaction().execute((tx) => work(new TenantDb(tx, this.scope)));
  }

  selectFrom<Table extends TenantTable>(table: Table): SelectQueryBuilder<Database, Table, object> {
    const query = this.#db.selectFrom(table as AnyTenantTable);
    const confined = this.#teamId === null ? query : query.where('team_id', '=', this.#teamId);
    return confined as unknown as SelectQueryBuilder<Database, Table, object>;
  }

  /** Changes one row. Returns false where the scope has no such row. */
  async update<Table extends TenantTable>(table: Table, id: number, values: Updateable<Database[Table]>) {
    const query = this.#db
      .updateTable(table as AnyTenantTable)
      .set(values as Updateable<Database[AnyTenantTable]>)
      .where('id', '=', id);
    const confined = this.#teamId === null ? query : query.where('team_id', '=', this.#teamId);
    const { numUpdatedRows } = await confined.executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Inserts a row of the subscriber `owner` and returns its id; a confined handle takes only its own. */
  async insert<Table extends TenantTable>(
    table: Table,
    owner: number,
    values: Omit<InsertObject<Database, Table>, 'team_id'>,
  ): Promise<number> {
    if (this.#teamId !== null && owner !== this.#teamId) {
      throw new Error('a tenant handle inserts only rows of its own tenant');
    }
    const { id } = await this.#db
      .insertInto(table as AnyTenantTable)
      .values({ ...values, team_id: owner } as unknown as InsertObject<Database, AnyTenantTable>)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Deletes one row. Returns false where the scope has no such row. */
  async delete(table: TenantTable, id: number): Promise<boolean> {
    const query = this.#db.deleteFrom(table as AnyTenantTable).where('id', '=', id);
    const confined = this.#teamId === null ? query : query.where('team_id', '=', this.#teamId);
    const { numDeletedRows } = await confined.executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Keeps the totals of submissions in step with what was just deleted here. */
  async addToTally(entries: Parameters<typeof addToTally>[1]): Promise<void> {
    await addToTally(this.#db, entries);
  }

  /** One page of a list, of the rows in scope. */
  page<Item>(plan: ListPlan<Item>, request: PageRequest): Promise<PageOf<Item>> {
    return pagedList(this.#db, this.#teamId, plan, request);
  }
}
