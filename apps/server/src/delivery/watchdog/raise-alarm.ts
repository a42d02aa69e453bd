import { alarmMessage } from '@callpoint/alerts/settings/alarm-texts';
import { emailDocument } from '@callpoint/alerts/templates/email-document';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { EMERGENCY_BUTTON_ID, type Item, type SubmissionKind } from '@callpoint/contract/catalog';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import type { Db, Tx } from '../../db/tables.ts';
import type { RaisedAlarm } from '../queue/alarm-event.ts';
import { submissionUrl } from './submission-url.ts';
import { isStillUnnotified, SUBMISSION_TABLES, type AlarmCandidate } from './candidates.ts';
import { addMessages, type OutboxMessage, type SubmissionMessages } from '../queue/outbox.ts';
import {
  readChannelStatus,
  findFallback,
  type ChannelDependencies,
  type FallbackAddress,
} from './fallback-channel.ts';

export type RaiseDependencies = ChannelDependencies & {
  db: Db;
  /** The console's public address; null where it is not configured. */
  publicUrl: string | null;
};

/**
 * Raises one alarm for each submission, even if several processes find it, and sends a message to the subscriber over a
 * working channel. All in one commit. Someone may have been notified since the submission was found: it then gets no alarm.
 * Returns the new alarms.
 * @param now when the check started that found the submissions
 * @param reopenClosed raises a closed alarm again, because something has failed since
 */
export async function raiseAlarms(
  needs: RaiseDependencies,
  kind: SubmissionKind,
  found: readonly AlarmCandidate[],
  now: Date,
  { reopenClosed }: { reopenClosed: boolean } = { reopenClosed: false },
): Promise<RaisedAlarm[]> {
  if (found.length === 0) return [];
  return await needs.db.transaction().execute(async (tx) => {
    const alarms: RaisedAlarm[] = [];
    const messages: SubmissionMessages[] = [];
    // In the order of ids, so that two processes never wait for each other.
    for (const submission of found.toSorted((a, b) => a.id - b.id)) {
      const about = await findSubmission(tx, kind, submission);
      const raised = about && (await insertAlarm(tx, about, submission, now, reopenClosed));
      if (!raised) continue;
      alarms.push(raised);
      messages.push({
        teamId: about.team_id,
        kind,
        itemId: about.item_id,
        submissionId: about.id,
        emergency: about.isEmergency,
        purpose: 'alarm',
        messages: await messagesAbout(tx, needs, about, submission),
      });
    }
    await addMessages(tx, needs.channels, messages, now);
    return alarms;
  });
}

async function insertAlarm(
  tx: Tx,
  about: About,
  { reason }: AlarmCandidate,
  now: Date,
  reopenClosed: boolean,
): Promise<RaisedAlarm | undefined> {
  const { reference, item } = SUBMISSION_TABLES[about.kind];
  const open = {
    reason,
    raised_at: now.toISOString(),
    closed_at: null,
    closed_by: null,
    admins_mailed_at: null,
  };
  return await tx
    .insertInto('alarm')
    .values({
      team_id: about.team_id,
      app_user_id: about.app_user_id,
      submitted_at: about.created_at,
      ...open,
      [reference]: about.id,
      [item]: about.item_id,
    })
    .onConflict((conflict) => {
      const known = conflict.column(reference);
      // Neither an open alarm is changed, nor one that was closed after the submission was found.
      return reopenClosed
        ? known.doUpdateSet(open).where('alarm.closed_at', '<=', open.raised_at)
        : known.doNothing();
    })
    .returning(['id', 'team_id', 'button_click_id', 'form_submission_id', 'button_id', 'f_id', 'raised_at'])
    .executeTakeFirst();
}

type About = {
  id: number;
  kind: SubmissionKind;
  team_id: number;
  app_user_id: number;
  item_id: number;
  isEmergency: boolean;
  created_at: string;
  name: string;
  phone: string;
  team_email: string;
  team_phone: string;
  time_zone: string | null;
};

/** The submission if it still needs the alarm. Until the transaction ends, it is not deleted: its alarm refers to it. */
async function findSubmission(
  tx: Tx,
  kind: SubmissionKind,
  { id, reason }: AlarmCandidate,
): Promise<About | undefined> {
  const { table, item } = SUBMISSION_TABLES[kind];
  const { rows } = await sql<Omit<About, 'kind' | 'isEmergency'>>`
    select s.id, s.team_id, s.app_user_id, s.${sql.ref(item)} as item_id, s.created_at,
      s.user_name as name, s.user_phone as phone, t.email as team_email, t.phone as team_phone, t.time_zone
    from ${sql.table(table)} as s
      join team as t on t.id = s.team_id
    where s.id = ${id} and ${isStillUnnotified(kind, reason)} ${getDialect(tx).lock('key share of s')}`.execute(
    tx,
  );
  return (
    rows[0] && { ...rows[0], kind, isEmergency: kind === 'button' && rows[0].item_id === EMERGENCY_BUTTON_ID }
  );
}

async function messagesAbout(
  tx: Tx,
  { publicUrl, ...needs }: RaiseDependencies,
  about: About,
  submission: AlarmCandidate,
): Promise<OutboxMessage[]> {
  if (!Object.values(needs.channels).includes(true)) return [];
  const status = await readChannelStatus(tx, SUBMISSION_TABLES[about.kind].reference, about.id);
  const contact = { email: about.team_email, phone: about.team_phone };
  const fallback = await findFallback(tx, contact, status, needs);
  return fallback ? [messageOf(fallback, about, submission, publicUrl)] : [];
}

function messageOf(
  { channel, address }: FallbackAddress,
  about: About,
  { reason }: AlarmCandidate,
  publicUrl: string | null,
): OutboxMessage {
  const { kind, id, name, phone, created_at: at, item_id: itemId } = about;
  const zone = about.time_zone ?? DEFAULT_ZONE;
  const link = submissionUrl(publicUrl, { kind, itemId, id });
  const text = alarmMessage({ item: { kind, id: itemId } as Item, name, phone, at, zone, reason, link });
  return {
    channel,
    role: 'team',
    address,
    ...(CHANNEL[channel].contentKind === 'mail'
      ? { subject: text.subject, text: text.mail, html: emailDocument(text.subject, escapeHtml(text.mail)) }
      : { subject: null, text: text.text, html: null }),
    skipped: null,
  };
}
