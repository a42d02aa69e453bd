import { sql } from 'kysely';
import { platformInsert, type InsertCondition, type PlatformDb } from '../../db/handles/platform.ts';
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

type Inserted = { submission: PreparedSubmission; id: number };
/** Refers to a column of the row that is inserted. */
type ColumnOfRow = Parameters<InsertCondition>[0];

/** A client_id identifies one submission of a person, whatever its kind. */
const isNoForm = (inserted: ColumnOfRow) => sql<boolean>`not exists (select 1 from form_submission as form
  where form.app_user_id = ${inserted('app_user_id')} and form.client_id = ${inserted('client_id')})`;
const isNoPress = (inserted: ColumnOfRow) => sql<boolean>`not exists (select 1 from button_click as click
  where click.app_user_id = ${inserted('app_user_id')} and click.client_id = ${inserted('client_id')})`;

const insertClicks = platformInsert<ClickRow, Stored>(
  [...COMMON, 'button_id'],
  (db, rows) =>
    db
      .insertInto('button_click')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
      .returning(STORED),
  { where: isNoForm },
);

const insertForms = platformInsert<FormRow, Stored>(
  [...COMMON, 'f_id', 'company', 'message', 'other_data', 'search_text'],
  (db, rows) =>
    db
      .insertInto('form_submission')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
      .returning(STORED),
  { where: isNoPress },
);

/** Inserts the new submissions and returns them; of two with the same client_id, the first. */
export async function insertSubmissions(
  tx: PlatformDb,
  submissions: readonly PreparedSubmission[],
  at: string,
): Promise<Inserted[]> {
  const ordered = inLockOrder(submissions);
  const clicks = ordered.filter(({ item }) => item.kind === 'button');
  const forms = ordered.filter(({ item }) => item.kind === 'form');
  // The inserts then find what another transaction has stored with these ids meanwhile.
  await tx.lockKeys(ordered.map(({ clientId, appUserId }) => ({ text: clientId, number: appUserId })));
  const clickRows = await insertClicks(
    tx,
    clicks.map((it) => ({ ...common(it, at), button_id: it.item.id })),
  );
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
  return [...withIds(clicks, clickRows), ...withIds(forms, formRows)];
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
