import { EMERGENCY_BUTTON_ID, SUBMISSION_KINDS, type Item } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';
import { addToTotals } from '../../db/totals/submission-totals.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { addMessages } from '../../delivery/queue/outbox.ts';
import { attachImages } from '../../images/image-rows.ts';
import { openIncidents, type PressWithIncident } from '../../incidents/open-incidents.ts';
import { DAY } from '../../scheduling/durations.ts';
import { insertSubmissions } from './insert-submissions.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

/**
 * `repeated`: this client_id was accepted before, for `item`: its first response is returned again, and no message was added.
 */
export type AcceptedSubmission = {
  id: number;
  item: Item;
  screenText: string;
  repeated: boolean;
  /** The incident that it has opened, while nobody has it, for a day, and if it is no drill; null for none. */
  incidentId: number | null;
};

type Existing = { id: number; item_id: number; screen_text: string; incident_id: number | null };

type ClientId = { userId: number; clientId: string; since: string };

const FIND = {
  button: platformQuery<ClientId, Existing>((db, param) =>
    db
      .selectFrom('button_click as press')
      .leftJoin('incident', (join) =>
        join
          .onRef('incident.button_click_id', '=', 'press.id')
          .on('incident.state', '=', 'open')
          .on('incident.is_drill', '=', 0)
          .on('incident.opened_at', '>', param('since')),
      )
      .select(['press.id', 'press.screen_text', 'press.button_id as item_id', 'incident.id as incident_id'])
      .where('press.app_user_id', '=', param('userId'))
      .where('press.client_id', '=', param('clientId')),
  ),
  form: platformQuery<ClientId, Existing>((db, param) =>
    db
      .selectFrom('form_submission')
      .select(['id', 'screen_text', 'f_id as item_id', sql<null>`null`.as('incident_id')])
      .where('app_user_id', '=', param('userId'))
      .where('client_id', '=', param('clientId')),
  ),
} as const;

/**
 * Stores submissions and their messages in one transaction; when it returns, they are durable. A client_id that was
 * accepted before gets its first response. The results are in the order of the submissions.
 * @param beforeCommit called when only the commit remains, and what is sent with it: this mostly waits for the disk
 */
export async function acceptSubmissions(
  db: PlatformDb,
  channels: ConfiguredChannels,
  submissions: readonly PreparedSubmission[],
  now = new Date(),
  beforeCommit = () => {},
): Promise<AcceptedSubmission[]> {
  return await db.transaction(async (tx, incidents) => {
    const fresh = await insertSubmissions(tx, submissions, now.toISOString());
    for (const { submission, id } of fresh) await attachImages(tx, id, submission.imageKeys);
    const ids = new Map(fresh.map(({ submission, id }) => [submission, id]));
    const opened = await openIncidents(incidents, fresh.flatMap(pressWithIncident), now);
    const incidentOf = ({ kind }: Item, id: number) => (kind === 'button' ? opened.get(id) : undefined);
    const accepted: AcceptedSubmission[] = [];
    for (const submission of submissions) {
      const id = ids.get(submission);
      accepted.push(
        id === undefined
          ? await firstResult(tx, submission)
          : {
              id,
              item: submission.item,
              screenText: submission.screenText,
              repeated: false,
              incidentId: incidentOf(submission.item, id)?.id ?? null,
            },
      );
    }
    await addMessages(
      tx,
      channels,
      fresh.map(({ submission: { item, teamId, account, messages, note }, id }) => ({
        teamId,
        kind: item.kind,
        itemId: item.id,
        submissionId: id,
        emergency: item.kind === 'button' && item.id === EMERGENCY_BUTTON_ID,
        account,
        note,
        incident: incidentOf(item, id),
        messages,
      })),
      now,
    );
    await addToTotals(
      tx,
      fresh.map(({ submission: { item, teamId } }) => ({ teamId, kind: item.kind, itemId: item.id, by: 1 })),
    );
    // The first commit may have become visible without the standby that it waited for, when the database was started again.
    if (accepted.some(({ repeated }) => repeated)) await tx.commitDurably();
    beforeCommit();
    return accepted;
  });
}

/** None for a submission that needs no answer. */
function pressWithIncident({
  submission: { item, teamId, appUserId, submitter, incident },
  id,
}: {
  submission: PreparedSubmission;
  id: number;
}): PressWithIncident[] {
  if (incident === null) return [];
  return [{ ...incident, pressId: id, teamId, appUserId, submitter, buttonId: item.id }];
}

async function firstResult(
  tx: PlatformDb,
  { appUserId, clientId }: PreparedSubmission,
): Promise<AcceptedSubmission> {
  const first = await findAcceptedSubmission(tx, appUserId, clientId);
  if (!first) throw new Error('a submission was neither inserted nor found');
  return first;
}

/** The first response to a person's `client_id`; null if it is new. */
export async function findAcceptedSubmission(
  db: PlatformDb,
  userId: number,
  clientId: string,
): Promise<AcceptedSubmission | null> {
  // Later, consoles would be notified again: what they got is not stored any longer.
  const since = new Date(Date.now() - DAY).toISOString();
  for (const kind of SUBMISSION_KINDS) {
    const [row] = await FIND[kind](db, { userId, clientId, since });
    if (!row) continue;
    const item = { kind, id: row.item_id } as Item;
    return { id: row.id, item, screenText: row.screen_text, repeated: true, incidentId: row.incident_id };
  }
  return null;
}
