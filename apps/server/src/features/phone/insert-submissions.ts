import { sql, type RawBuilder } from 'kysely';
import { platformInsert, platformQuery, type PlatformDb } from '../../db/platform.ts';
import { searchText } from '../../db/lists/search-text.ts';
import type { NewRow } from '../../db/rows.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

type Stored = { id: number; app_user_id: number; client_id: string };
type ClickRow = Omit<NewRow<'button_click'>, 'id'>;
type FormRow = Omit<NewRow<'form_submission'>, 'id'>;

const STORED = ['id', 'app_user_id', 'client_id'] as const;
const COMMON = [
  'team_id',
  'app_user_id',
  'client_id',
  'location',
  'pressed_at',
  'screen_text',
  'created_at',
  'user_name',
  'user_email',
  'user_phone',
] as const;

type Locks = { lockedKey(text: string, number: number): RawBuilder<string> };

/** The rows, each of which locks its client_id before it is inserted. */
function locking<Row extends ClickRow | FormRow>(rows: readonly Row[], { lockedKey }: Locks) {
  return rows.map((row) => ({ ...row, client_id: lockedKey(row.client_id, row.app_user_id) }));
}

/** Locks the ids of `keys`, a JSON list of rows, in their order. */
const lockIds = platformQuery<{ keys: string }, { client_id: string }>(
  (_, param, dialect) => sql<{ client_id: string }>`
    select ${dialect.lockedKey(sql.ref('client_id'), sql.ref('app_user_id'))} as client_id
    from ${dialect.jsonRows(param('keys'), 'keys', { client_id: 'text', app_user_id: 'integer' })}`,
);

const insertClicks = platformInsert<ClickRow, Stored>([...COMMON, 'button_id'], (db, rows, dialect) =>
  db
    .insertInto('button_click')
    .values(locking(rows, dialect))
    .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
    .returning(STORED),
);

const insertForms = platformInsert<FormRow, Stored>(
  [...COMMON, 'f_id', 'company', 'message', 'other_data', 'search_text'],
  (db, rows, dialect) =>
    db
      .insertInto('form_submission')
      .values(locking(rows, dialect))
      .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
      .returning(STORED),
);

/** Deletes the inserted rows whose client_id is already that of the person's submission of the other kind. */
const deleteTakenClicks = platformQuery<{ ids: string }, { id: number }>((db, param, dialect) =>
  db
    .deleteFrom('button_click')
    .where(dialect.isOneOf(sql.ref('id'), param('ids'), 'integer'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('form_submission as form')
          .select('form.id')
          .whereRef('form.app_user_id', '=', 'button_click.app_user_id')
          .whereRef('form.client_id', '=', 'button_click.client_id'),
      ),
    )
    .returning('id'),
);
const deleteTakenForms = platformQuery<{ ids: string }, { id: number }>((db, param, dialect) =>
  db
    .deleteFrom('form_submission')
    .where(dialect.isOneOf(sql.ref('id'), param('ids'), 'integer'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('button_click as click')
          .select('click.id')
          .whereRef('click.app_user_id', '=', 'form_submission.app_user_id')
          .whereRef('click.client_id', '=', 'form_submission.client_id'),
      ),
    )
    .returning('id'),
);

const keyOf = ({ clientId, appUserId }: PreparedSubmission) => ({
  client_id: clientId,
  app_user_id: appUserId,
});

type Inserted = { submission: PreparedSubmission; id: number };

/** Inserts the new submissions and returns them; of two with the same client_id, the first. */
export async function insertSubmissions(
  tx: PlatformDb,
  submissions: readonly PreparedSubmission[],
  at: string,
): Promise<Inserted[]> {
  const ordered = inLockOrder(submissions);
  const clicks = ordered.filter(({ item }) => item.kind === 'button');
  const forms = ordered.filter(({ item }) => item.kind === 'form');
  if (clicks.length > 0 && forms.length > 0) await lockIds(tx, { keys: JSON.stringify(ordered.map(keyOf)) });
  const clickRows = await insertClicks(
    tx,
    clicks.map((it) => ({ ...common(it, at), button_id: it.item.id })),
  );
  const newClicks = await withoutTaken(tx, deleteTakenClicks, withIds(clicks, clickRows));
  const formRows = await insertForms(
    tx,
    forms.map(({ form, ...it }) => ({
      ...common(it, at),
      f_id: it.item.id,
      company: form.company,
      message: form.message,
      other_data: form.otherData,
      search_text: searchText([form.company, it.item.id === 1 ? '' : form.otherData, form.message]),
    })),
  );
  return [...newClicks, ...(await withoutTaken(tx, deleteTakenForms, withIds(forms, formRows)))];
}

/**
 * A client_id identifies one submission of a person, whatever its kind. The ids of the rows were locked before, so this
 * statement finds what another transaction has stored with them meanwhile.
 */
async function withoutTaken(
  tx: PlatformDb,
  deleteTaken: typeof deleteTakenClicks,
  inserted: Inserted[],
): Promise<Inserted[]> {
  if (inserted.length === 0) return inserted;
  const deleted = await deleteTaken(tx, { ids: JSON.stringify(inserted.map(({ id }) => id)) });
  const taken = new Set(deleted.map(({ id }) => id));
  return inserted.filter(({ id }) => !taken.has(id));
}

function common(submission: Omit<PreparedSubmission, 'form'>, at: string) {
  return {
    team_id: submission.teamId,
    app_user_id: submission.appUserId,
    client_id: submission.clientId,
    location: submission.location,
    pressed_at: submission.pressedAt,
    screen_text: submission.screenText,
    created_at: at,
    user_name: submission.submitter.name,
    user_email: submission.submitter.email,
    user_phone: submission.submitter.phone,
  };
}

function withIds(submissions: readonly PreparedSubmission[], stored: readonly Stored[]): Inserted[] {
  const ids = new Map(stored.map((row) => [`${row.app_user_id} ${row.client_id}`, row.id]));
  return submissions.flatMap((submission) => {
    const key = `${submission.appUserId} ${submission.clientId}`;
    const id = ids.get(key);
    ids.delete(key);
    return id === undefined ? [] : [{ submission, id }];
  });
}

/**
 * The order in which all processes lock the ids of submissions and insert them. Two processes with the same submissions,
 * which phones sent twice, then wait for each other in one direction only and cannot deadlock.
 */
function inLockOrder(submissions: readonly PreparedSubmission[]): PreparedSubmission[] {
  return submissions.toSorted((a, b) => a.appUserId - b.appUserId || compare(a.clientId, b.clientId));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
