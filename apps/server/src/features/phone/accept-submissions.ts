import { EMERGENCY_BUTTON_ID, type Item, type SubmissionKind } from '@callpoint/contract/catalogue';
import type { PlannedMessage } from '@callpoint/alerts/messages';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { addToTally } from '../../db/submission-tally.ts';
import type { Db, NewRow, Tx } from '../../db/tables.ts';
import { addMessages, type ConfiguredChannels } from '../../delivery/outbox.ts';

/** A submission as it will be stored, and who is told of it. */
export type PlannedSubmission = {
  item: Item;
  teamId: number;
  appUserId: number;
  clientId: string;
  location: string | null;
  pressedAt: string | null;
  /** Of forms only. */
  form: { company: string; message: string; otherData: string };
  screenText: string;
  messages: PlannedMessage[];
};

/** `repeated`: this client_id had been accepted before; the first answer stands and nothing new was planned. */
export type Accepted = { id: number; itemId: number; screenText: string; repeated: boolean };

type Stored = { id: number };
type Existing = { id: number; item_id: number; screen_text: string };

const insertClick = prepared<NewRow<'button_click'>, Stored>((db, param) =>
  db
    .insertInto('button_click')
    .values({
      team_id: param('team_id'),
      app_user_id: param('app_user_id'),
      button_id: param('button_id'),
      client_id: param('client_id'),
      location: param('location') ?? null,
      pressed_at: param('pressed_at') ?? null,
      screen_text: param('screen_text'),
      created_at: param('created_at'),
    })
    .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
    .returning('id'),
);

const insertForm = prepared<NewRow<'form_submission'>, Stored>((db, param) =>
  db
    .insertInto('form_submission')
    .values({
      team_id: param('team_id'),
      app_user_id: param('app_user_id'),
      f_id: param('f_id'),
      client_id: param('client_id'),
      location: param('location') ?? null,
      company: param('company'),
      message: param('message'),
      other_data: param('other_data'),
      pressed_at: param('pressed_at') ?? null,
      screen_text: param('screen_text'),
      created_at: param('created_at'),
    })
    .onConflict((conflict) => conflict.columns(['app_user_id', 'client_id']).doNothing())
    .returning('id'),
);

function existingQuery(table: 'button_click' | 'form_submission', item: 'button_id' | 'f_id') {
  return prepared<{ userId: number; clientId: string }, Existing>((db, param) =>
    db
      .selectFrom(table)
      .select(['id', 'screen_text', sql.ref<number>(item).as('item_id')])
      .where('app_user_id', '=', param('userId'))
      .where('client_id', '=', param('clientId')),
  );
}
const findClick = existingQuery('button_click', 'button_id');
const findForm = existingQuery('form_submission', 'f_id');

/**
 * Stores submissions and their messages in one transaction; when it returns, they are durable. A client_id that was
 * accepted before gets its first answer. The results are in the order of the submissions.
 */
export async function acceptSubmissions(
  db: Db,
  channels: ConfiguredChannels,
  submissions: readonly PlannedSubmission[],
  now = new Date(),
): Promise<Accepted[]> {
  return await db.transaction().execute(async (tx) => {
    const accepted: Accepted[] = [];
    const fresh: { submission: PlannedSubmission; id: number }[] = [];
    for (const place of inLockOrder(submissions)) {
      const submission = submissions[place] as PlannedSubmission;
      const id = await insert(tx, submission, now.toISOString());
      if (id !== null) fresh.push({ submission, id });
      accepted[place] =
        id === null
          ? await firstAnswer(tx, submission)
          : { id, itemId: submission.item.id, screenText: submission.screenText, repeated: false };
    }
    await addMessages(
      tx,
      channels,
      fresh.map(({ submission: { item, teamId, messages }, id }) => ({
        teamId,
        kind: item.kind,
        submissionId: id,
        emergency: item.kind === 'button' && item.id === EMERGENCY_BUTTON_ID,
        messages,
      })),
      now,
    );
    await addToTally(
      tx,
      fresh.map(({ submission: { item, teamId } }) => ({ teamId, kind: item.kind, itemId: item.id, by: 1 })),
    );
    return accepted;
  });
}

/**
 * The places of the submissions in the order in which all processes insert them: two that hold the same ones, sent
 * twice by phones, then wait for each other in one direction only.
 */
function inLockOrder(submissions: readonly PlannedSubmission[]): number[] {
  return submissions
    .map(({ appUserId, clientId }, place) => ({ appUserId, clientId, place }))
    .toSorted((a, b) => a.appUserId - b.appUserId || compare(a.clientId, b.clientId) || a.place - b.place)
    .map(({ place }) => place);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function insert(tx: Tx, submission: PlannedSubmission, at: string): Promise<number | null> {
  const { item, form } = submission;
  const common = {
    team_id: submission.teamId,
    app_user_id: submission.appUserId,
    client_id: submission.clientId,
    location: submission.location,
    pressed_at: submission.pressedAt,
    screen_text: submission.screenText,
    created_at: at,
  };
  const rows =
    item.kind === 'button'
      ? await insertClick(tx, { ...common, button_id: item.id })
      : await insertForm(tx, {
          ...common,
          f_id: item.id,
          company: form.company,
          message: form.message,
          other_data: form.otherData,
        });
  return rows[0]?.id ?? null;
}

async function firstAnswer(tx: Tx, { item, appUserId, clientId }: PlannedSubmission): Promise<Accepted> {
  const first = await findAccepted(tx, item.kind, appUserId, clientId);
  if (!first) throw new Error('a submission was neither inserted nor found');
  return first;
}

/** What was answered to a `client_id` of a person before; null where it is new. */
export async function findAccepted(
  db: Db,
  kind: SubmissionKind,
  userId: number,
  clientId: string,
): Promise<Accepted | null> {
  const [row] = await (kind === 'button' ? findClick : findForm)(db, { userId, clientId });
  return row ? { id: row.id, itemId: row.item_id, screenText: row.screen_text, repeated: true } : null;
}
