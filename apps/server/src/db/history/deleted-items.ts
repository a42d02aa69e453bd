import type { DeletedKind } from '@callpoint/contract/deleted';
import { sql, type InsertObject } from 'kysely';
import { diffRows, recordAudit, type Actor, type Changes } from './audit.ts';
import { getDialect } from '../dialect.ts';
import { markReachability } from '../reachability-marks.ts';
import type { Row } from '../rows.ts';
import { TABLES, type Database, type Db } from '../tables.ts';

/**
 * Deleted records, plans and app users. A record or plan is moved here from its table, so that no list, count or export
 * has it. An app user, to whom submissions refer, stays as a row without data.
 */

type SubmissionTable = 'button_click' | 'form_submission';
const REFERENCES = { button_click: 'button_click_id', form_submission: 'form_submission_id' } as const;

/** `row`: the deleted row. Of a submission: the ids of its messages, and its alarm. */
type Data = {
  row: Record<string, unknown>;
  messages?: number[];
  alarm?: Record<string, unknown> | undefined;
};

/** An item in scope, as it was deleted. */
export type DeletedItem = Omit<Row<'deleted_item'>, 'data' | 'kind'> & { kind: DeletedKind; data: Data };

/** Maximum deleted app users whose addresses are read at once. */
const MAX_EMAILS = 1_000;

/** A handle of the deleted items in the scope of a TenantDb. Call its methods in a transaction. */
export class DeletedItems {
  readonly #db: Db;
  readonly #teamId: number | null;
  readonly #actor: Actor;

  constructor(db: Db, teamId: number | null, actor: Actor) {
    this.#db = db;
    this.#teamId = teamId;
    this.#actor = actor;
  }

  /** Stores a submission with what will be deleted with it. */
  async addSubmission(
    table: SubmissionTable,
    row: Row<'button_click'> | Row<'form_submission'>,
    title: string,
  ): Promise<void> {
    const { id, team_id } = row;
    const reference = REFERENCES[table];
    // Locked in the order of their ids, like the worker and the deletion of old texts do: the deletion of the row would lock them in
    // another one.
    const messages = await this.#db
      .selectFrom('delivery')
      .select('id')
      .where(reference, '=', id)
      .orderBy('id')
      .modifyEnd(getDialect(this.#db).lock('no key update'))
      .execute();
    const alarm = await this.#db.selectFrom('alarm').selectAll().where(reference, '=', id).executeTakeFirst();
    const item_id = 'button_id' in row ? row.button_id : row.f_id;
    await this.#add(
      { kind: table, team_id, row_id: id, item_id, title },
      {
        row,
        messages: messages.map((message) => message.id),
        alarm,
      },
    );
  }

  /** Stores a plan. */
  async addPlan(plan: Row<'plan'>): Promise<void> {
    const title = plan.plan_name;
    await this.#add({ kind: 'plan', team_id: null, row_id: plan.id, item_id: null, title }, { row: plan });
  }

  /** Deletes an app user of the scope: its row stays, without its data. */
  async removeAppUser(user: Row<'app_user'>, now = new Date()): Promise<void> {
    const { id, team_id, name: title } = user;
    await this.#add({ kind: 'app_user', team_id, row_id: id, item_id: null, title }, { row: user });
    const at = now.toISOString();
    await this.#db
      .updateTable('app_user')
      .set({
        search_text: '',
        name: '',
        // Not an email address, so that nobody can sign in with it, and different for each row.
        email: `deleted-${id}`,
        phone: '',
        sms_number: null,
        password_hash: '-',
        sms_consent: null,
        status: 0,
        removed_at: at,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await this.#audit('delete', 'app_user', user, diffRows(user, null));
    await markReachability(this.#db, team_id);
  }

  /** The email addresses of deleted app users of the scope that have this id or a later one. */
  async findEmails(firstId: number): Promise<string[]> {
    let query = this.#db
      .selectFrom('deleted_item')
      .select('data')
      .where('kind', '=', 'app_user')
      .where('row_id', '>=', firstId)
      .orderBy('id')
      .limit(MAX_EMAILS);
    if (this.#teamId !== null) query = query.where('team_id', '=', this.#teamId);
    const found = await query.execute();
    return found.map(({ data }) => String((JSON.parse(data) as Data).row['email']));
  }

  /** One item of the scope, locked until the transaction ends. */
  async lock(id: number): Promise<DeletedItem | undefined> {
    let query = this.#db.selectFrom('deleted_item').selectAll().where('id', '=', id);
    if (this.#teamId !== null) query = query.where('team_id', '=', this.#teamId);
    const found = await query.modifyEnd(getDialect(this.#db).lock('update')).executeTakeFirst();
    return found && { ...found, kind: found.kind as DeletedKind, data: JSON.parse(found.data) as Data };
  }

  /** Returns an item that `lock` returned to its table. Throws a unique violation if its place is taken. */
  async restore(
    { id, kind, data: { row, messages = [], alarm } }: DeletedItem,
    now = new Date(),
  ): Promise<void> {
    if (kind === 'app_user') await this.#restoreAppUser(row, now);
    else await this.#insert(kind, row);
    if (kind === 'button_click' || kind === 'form_submission') {
      const rowId = row['id'] as number;
      if (alarm) await this.#insert('alarm', alarm);
      if (messages.length > 0)
        await sql`update delivery set ${sql.ref(REFERENCES[kind])} = ${rowId}
          where ${getDialect(this.#db).isOneOf(sql.ref('id'), JSON.stringify(messages), 'integer')}`.execute(
          this.#db,
        );
    }
    await this.#db.deleteFrom('deleted_item').where('id', '=', id).execute();
    await this.#audit('restore', kind, row as AuditedRow, {});
  }

  async #restoreAppUser(row: Record<string, unknown>, now: Date): Promise<void> {
    const { id, team_id: teamId, ...values } = row as Row<'app_user'>;
    await this.#db
      .updateTable('app_user')
      .set({ ...values, removed_at: null, updated_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
    await markReachability(this.#db, teamId);
  }

  /** Inserts a row with its id. Columns that this version no longer has are left out. */
  async #insert(table: 'plan' | 'alarm' | SubmissionTable, row: Record<string, unknown>): Promise<void> {
    const names = Object.keys(row).filter((name) => name in TABLES[table]);
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      ${getDialect(this.#db).withGivenId} values (${sql.join(names.map((name) => row[name]))})`.execute(
      this.#db,
    );
  }

  async #add(
    item: Pick<InsertObject<Database, 'deleted_item'>, 'team_id' | 'row_id' | 'item_id' | 'title'> & {
      kind: DeletedKind;
    },
    data: Data,
  ): Promise<void> {
    await this.#db
      .insertInto('deleted_item')
      .values({
        ...item,
        deleted_at: new Date().toISOString(),
        deleted_by: this.#actor.role,
        deleted_by_id: this.#actor.id,
        data: JSON.stringify(data),
      })
      .execute();
  }

  async #audit(action: string, subject: DeletedKind, row: AuditedRow, changes: Changes): Promise<void> {
    await recordAudit(this.#db, {
      actor: this.#actor,
      action,
      outcome: 'done',
      subject,
      subjectId: row.id,
      teamId: row.team_id ?? null,
      changes,
    });
  }
}

type AuditedRow = { id: number; team_id?: number };
