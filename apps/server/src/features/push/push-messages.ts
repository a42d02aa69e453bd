import type {
  CheckInPayload,
  IncidentPayload,
  NotePayload,
  OpenedPayload,
  PushPayload,
} from '@callpoint/contract/push';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { PHONE_IDLE_MS } from '../../http/auth/session-tokens.ts';
import { DAY, MINUTE } from '../../scheduling/durations.ts';
import type { PushTarget } from '../../delivery/channels/push/push-request.ts';

/** Push messages that are stored until a push service accepts them: `due_at` is the next attempt, null after the last. */

/** How long a message is sent again at most; later, nobody waits for it. */
export const GIVE_UP_AFTER = DAY;
/** A worker that crashes keeps its messages this long; another worker then sends them. */
const LEASE = MINUTE;
/** How long messages are stored, so that none is stored twice. */
const RETAINED = 2 * DAY;

/** The first opening of a submission, as the console's call reports it. */
export type OpenedSubmission = Omit<OpenedPayload, 'kind'> & { team_id: number; app_user_id: number };

/** Stores one message for each phone of the person who submitted; once, however often it is called. */
export async function storeOpened(
  db: AccountsDb,
  { submission, id, client_id, item_id, opened_at, team_id, app_user_id }: OpenedSubmission,
  now = new Date(),
): Promise<void> {
  const payload: PushPayload = { kind: 'opened', submission, id, client_id, item_id, opened_at };
  await storeForPhones(db, { team_id, app_user_id, topic: `${submission}-${id}`, payload }, now);
}

/** An answer that changed who has an incident, or when they arrive. */
export type AnsweredIncident = Required<Omit<IncidentPayload, 'kind'>> & {
  incident_id: number;
  team_id: number;
  app_user_id: number;
};

/** Topics of news about who has an incident: the incident, and the newest event at that time. */
const NEWS_TOPIC = /^(incident-\d+-)(\d+)$/;
/** Topics of notes of new incidents. */
const NOTE_TOPIC = /^incident-\d+$/;

/** Stores one message for each phone of the person who pressed; once for each answer. */
export async function storeAnswered(
  db: AccountsDb,
  {
    incident_id,
    newest,
    client_id,
    owner,
    eta_at,
    is_drill,
    continues,
    team_id,
    app_user_id,
  }: AnsweredIncident,
  now = new Date(),
): Promise<void> {
  const payload: PushPayload = { kind: 'incident', client_id, owner, eta_at, is_drill, continues, newest };
  const topic = `incident-${incident_id}-${newest.seq}`;
  await storeForPhones(db, { team_id, app_user_id, topic, payload }, now);
}

/** A check-in that is due, as the monitor reports it. */
export type DueCheckIn = Omit<CheckInPayload, 'kind'> & { id: number; team_id: number; app_user_id: number };

/** Topics of questions of check-ins. */
const CHECK_IN_TOPIC = /^check-in-(\d+)-/;

/** Stores one message for each phone of the person who must answer a check-in; once for each time that it is due. */
export async function storeCheckInDue(
  db: AccountsDb,
  { id, client_id, due_at, raise_at, team_id, app_user_id }: DueCheckIn,
  now = new Date(),
): Promise<void> {
  const payload: PushPayload = { kind: 'check_in', client_id, due_at, raise_at };
  const topic = `check-in-${id}-${Date.parse(due_at).toString(36)}`;
  await storeForPhones(db, { team_id, app_user_id, topic, payload }, now);
}

export type IncidentNote = { teamId: number; event: 'opened' | 'safe'; note: Omit<NotePayload, 'kind'> };

/** Ends the topic of the note that the person is safe. */
const SAFE = '-safe';

/** Stores a note for each console of a subscriber, once for each event of the incident. Returns whether there is one. */
export async function storeIncidentNote(
  db: AccountsDb,
  { teamId, event, note }: IncidentNote,
  now = new Date(),
): Promise<boolean> {
  const payload: PushPayload = { kind: 'note', ...note };
  const topic = event === 'safe' ? note.id + SAFE : note.id;
  const consoles: ChooseSubscriptions = (all) =>
    all.where('session_id', 'in', (row) =>
      row.selectFrom('session').select('id').where('role', '=', 'team').where('account_id', '=', teamId),
    );
  return (await storeFor(db, consoles, { team_id: teamId, topic, payload }, now)) > 0;
}

type PhoneMessage = { team_id: number; app_user_id: number; topic: string; payload: PushPayload };

async function storeForPhones(
  db: AccountsDb,
  { team_id, app_user_id, topic, payload }: PhoneMessage,
  now: Date,
): Promise<void> {
  const phones: ChooseSubscriptions = (all) => all.where('app_user_id', '=', app_user_id);
  await storeFor(db, phones, { team_id, topic, payload }, now);
}

const allSubscriptions = (db: AccountsDb) => db.selectFrom('push_subscription').select('id');
type Subscriptions = ReturnType<typeof allSubscriptions>;
type ChooseSubscriptions = (all: Subscriptions) => Subscriptions;

/** Stores a message for each of these subscriptions; of one topic, once. Returns the number of subscriptions. */
async function storeFor(
  db: AccountsDb,
  choose: ChooseSubscriptions,
  message: Omit<PhoneMessage, 'app_user_id'>,
  now: Date,
): Promise<number> {
  return await db.transaction(async (tx) => {
    // Locked: a subscription that ends meanwhile would fail the insert, also for all others.
    const subscriptions = await choose(allSubscriptions(tx)).modifyEnd(tx.rowLock('share')).execute();
    await insertMessages(tx, subscriptions, message, now);
    return subscriptions.length;
  });
}

async function insertMessages(
  tx: AccountsDb,
  subscriptions: readonly { id: number }[],
  { team_id, topic, payload }: Omit<PhoneMessage, 'app_user_id'>,
  now: Date,
): Promise<void> {
  if (subscriptions.length === 0) return;
  await tx
    .insertInto('push_message')
    .values(
      subscriptions.map((subscription) => ({
        subscription_id: subscription.id,
        team_id,
        topic,
        payload: JSON.stringify(payload),
        attempts: 0,
        created_at: now.toISOString(),
        due_at: now.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['subscription_id', 'topic']).doNothing())
    .execute();
}

export type DueMessage = { id: number; team_id: number };

/** Messages that are due: of each subscriber at most `perTeam`, and the first of each before the second of any. */
export async function findDue(
  db: AccountsDb,
  { perTeam, limit }: { perTeam: number; limit: number },
  now: Date,
): Promise<DueMessage[]> {
  return await db
    .selectFrom((inner) =>
      inner
        .selectFrom('push_message')
        .select(['id', 'team_id', 'due_at'])
        .select((row) =>
          row.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('team_id').orderBy('due_at').orderBy('id'))
            .as('position'),
        )
        .where('due_at', '<=', now.toISOString())
        .as('due'),
    )
    .select(['due.id', 'due.team_id'])
    .where('due.position', '<=', perTeam)
    .orderBy('due.position')
    .orderBy('due.due_at')
    .limit(limit)
    .execute();
}

/** Until when a message is sent, in milliseconds since 1970: a question of a check-in only until the emergency is raised. */
export function endOf({ payload, created_at }: Pick<ClaimedMessage, 'payload' | 'created_at'>): number {
  const latest = Date.parse(created_at) + GIVE_UP_AFTER;
  const content = JSON.parse(payload) as PushPayload;
  return content.kind === 'check_in' ? Math.min(latest, Date.parse(content.raise_at)) : latest;
}

export type ClaimedMessage = {
  id: number;
  topic: string;
  payload: string;
  attempts: number;
  created_at: string;
  subscription_id: number;
  /** Until when no other worker claims it, in milliseconds since 1970. */
  claimed_until: number;
  target: PushTarget;
};

type ClaimedRow = Pick<ClaimedMessage, 'topic' | 'payload' | 'subscription_id'>;

/** Claims a message. Null if another worker has it, or if nothing should be sent to this phone any longer. */
export async function claimMessage(db: AccountsDb, id: number, now: Date): Promise<ClaimedMessage | null> {
  const claimed_until = now.getTime() + LEASE;
  const claimed = await db
    .updateTable('push_message')
    .set((row) => ({
      due_at: new Date(claimed_until).toISOString(),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('due_at', '<=', now.toISOString())
    .returning(['id', 'topic', 'payload', 'attempts', 'created_at', 'subscription_id'])
    .executeTakeFirst();
  if (!claimed) return null;
  const { subscription_id } = claimed;
  const target = await findTarget(db, subscription_id, now);
  if (!target) {
    await deleteSubscriptionById(db, subscription_id);
    return null;
  }
  if (!(await isOutdated(db, claimed))) return { ...claimed, claimed_until, target };
  await finishAttempt(db, claimed, null);
  return null;
}

/**
 * Whether a message is no longer true: the question of a check-in that the person answered or ended, or whose emergency was raised,
 * or news about an incident that has newer news.
 */
async function isOutdated(db: AccountsDb, message: ClaimedRow): Promise<boolean> {
  const checkIn = CHECK_IN_TOPIC.exec(message.topic)?.[1];
  if (checkIn !== undefined) return !(await isAsked(db, Number(checkIn), message));
  return await hasNewerNews(db, message);
}

/** Whether a check-in still waits for the answer that a message asks for. */
async function isAsked(db: AccountsDb, id: number, { payload }: ClaimedRow): Promise<boolean> {
  const { due_at } = JSON.parse(payload) as CheckInPayload;
  const row = await db
    .selectFrom('check_in')
    .select(['state', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state === 'active' && Date.parse(row.due_at) === Date.parse(due_at);
}

/**
 * Whether there is newer news about the same incident: after “no one has it now”, no attempt may say that someone has it, and
 * no note of the press may replace the note that the person is safe.
 */
async function hasNewerNews(db: AccountsDb, { topic, subscription_id }: ClaimedRow): Promise<boolean> {
  const [, incident, seq] = NEWS_TOPIC.exec(topic) ?? [];
  if (incident === undefined && !NOTE_TOPIC.test(topic)) return false;
  const stored = await db
    .selectFrom('push_message')
    .select('topic')
    .where('subscription_id', '=', subscription_id)
    .execute();
  if (incident === undefined) return stored.some((other) => other.topic === topic + SAFE);
  return stored.some(
    (other) => other.topic.startsWith(incident) && Number(other.topic.slice(incident.length)) > Number(seq),
  );
}

/**
 * The device of a subscription whose session is still valid. A console's works until the session's end, also while the
 * session asks for the password again.
 */
async function findTarget(db: AccountsDb, id: number, now: Date): Promise<PushTarget | undefined> {
  return await db
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', 's.id', 'p.session_id')
    .leftJoin('app_user as u', 'u.id', 'p.app_user_id')
    .innerJoin('team as t', 't.id', 'p.team_id')
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.id', '=', id)
    .where('s.expires_at', '>', now.toISOString())
    .where('s.last_used_at', '>', new Date(now.getTime() - PHONE_IDLE_MS).toISOString())
    .where((row) => row.or([row('p.app_user_id', 'is', null), row('u.status', '=', 1)]))
    .where('t.status', '=', 1)
    .executeTakeFirst();
}

/** Deletes a subscription with its messages. */
export async function deleteSubscriptionById(db: AccountsDb, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

/** Records the result of an attempt: the time of the next one, or null. Ignored if a newer claim exists. */
export async function finishAttempt(
  db: AccountsDb,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  next: Date | null,
): Promise<void> {
  await db
    .updateTable('push_message')
    .set({ due_at: next?.toISOString() ?? null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Deletes messages that nobody waits for, and subscriptions of phones that were not used for long. */
export async function deleteOldPush(db: AccountsDb, now = new Date()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.deleteFrom('push_message').where('created_at', '<', before(RETAINED)).execute();
  await db
    .deleteFrom('push_subscription')
    .where('session_id', 'in', (row) =>
      row.selectFrom('session').select('id').where('last_used_at', '<', before(PHONE_IDLE_MS)),
    )
    .execute();
}
