import { alarmMessage } from '@callpoint/alerts/alarm-texts';
import { mailDocument } from '@callpoint/alerts/mail-document';
import { CHANNELS, type Channel, type PlannedMessage } from '@callpoint/alerts/messages';
import { recipients } from '@callpoint/alerts/recipients';
import { escapeHtml } from '@callpoint/alerts/rendering';
import type { AlarmReason } from '@callpoint/contract/alarms';
import { EMERGENCY_BUTTON_ID, type Item, type SubmissionKind } from '@callpoint/contract/catalogue';
import { sql } from 'kysely';
import type { Db, Row, Tx } from '../db/tables.ts';
import { STORED } from './alarm-candidates.ts';
import { addMessages, type ConfiguredChannels, type SubmissionMessages } from './outbox.ts';

export type RaisedAlarm = Pick<
  Row<'alarm'>,
  'id' | 'team_id' | 'button_click_id' | 'form_submission_id' | 'button_id' | 'f_id' | 'raised_at'
>;

export type RaiseNeeds = {
  db: Db;
  channels: ConfiguredChannels;
  /** Where people reach the console; null where only a person knows. */
  publicUrl: string | null;
};

/**
 * Raises alarms about submissions, each once however many processes see it, or anew one that had ended, and sends the subscriber a message by a
 * channel that was not tried. All in one commit. Returns those that are new.
 */
export async function raiseAlarms(
  { db, channels, publicUrl }: RaiseNeeds,
  kind: SubmissionKind,
  submissionIds: readonly number[],
  reason: AlarmReason,
  now: Date,
): Promise<RaisedAlarm[]> {
  if (submissionIds.length === 0) return [];
  return await db.transaction().execute(async (tx) => {
    const alarms: RaisedAlarm[] = [];
    const messages: SubmissionMessages[] = [];
    // In one order, so that two processes wait for each other in one direction only.
    for (const submissionId of submissionIds.toSorted((a, b) => a - b)) {
      const about = await findSubmission(tx, kind, submissionId);
      const raised = about && (await insertAlarm(tx, kind, about, reason, now));
      if (!raised) continue;
      alarms.push(raised);
      const channel = await untriedChannel(tx, channels, STORED[kind].reference, about);
      if (channel === null) continue;
      messages.push({
        teamId: about.team_id,
        kind,
        itemId: about.item_id,
        submissionId,
        emergency: kind === 'button' && about.item_id === EMERGENCY_BUTTON_ID,
        purpose: 'alarm',
        messages: [messageOf(channel, about, { reason, kind, publicUrl })],
      });
    }
    await addMessages(tx, channels, messages, now);
    return alarms;
  });
}

async function insertAlarm(
  tx: Tx,
  kind: SubmissionKind,
  about: About,
  reason: AlarmReason,
  now: Date,
): Promise<RaisedAlarm | undefined> {
  const { reference, item } = STORED[kind];
  const again = { reason, raised_at: now.toISOString(), closed_at: null, closed_by: null };
  return await tx
    .insertInto('alarm')
    .values({
      team_id: about.team_id,
      app_user_id: about.app_user_id,
      submitted_at: about.created_at,
      ...again,
      [reference]: about.id,
      [item]: about.item_id,
    })
    .onConflict((conflict) => {
      const known = conflict.column(reference);
      // One that was closed is raised anew by what has failed since; an open one stays as it is.
      return reason === 'all_failed'
        ? known.doUpdateSet(again).where('alarm.closed_at', 'is not', null)
        : known.doNothing();
    })
    .returning(['id', 'team_id', 'button_click_id', 'form_submission_id', 'button_id', 'f_id', 'raised_at'])
    .executeTakeFirst();
}

type About = {
  id: number;
  team_id: number;
  app_user_id: number;
  item_id: number;
  created_at: string;
  name: string;
  phone: string;
  team_email: string;
  team_phone: string;
};

async function findSubmission(tx: Tx, kind: SubmissionKind, id: number): Promise<About | undefined> {
  const { table, item } = STORED[kind];
  const { rows } = await sql<About>`
    select s.id, s.team_id, s.app_user_id, s.${sql.ref(item)} as item_id, s.created_at,
      u.name, u.phone, t.email as team_email, t.phone as team_phone
    from ${sql.table(table)} as s
      join app_user as u on u.id = s.app_user_id join team as t on t.id = s.team_id
    where s.id = ${id}`.execute(tx);
  return rows[0];
}

/** A channel that works, as far as anybody knows, and by which nothing about this submission was to go but alarms. */
async function untriedChannel(
  tx: Tx,
  channels: ConfiguredChannels,
  reference: 'button_click_id' | 'form_submission_id',
  { id, created_at }: About,
): Promise<Channel | null> {
  const tried = await tx
    .selectFrom('delivery')
    .select('channel')
    .distinct()
    .where(reference, '=', id)
    .where('state', '<>', 'skipped')
    .where('created_at', '<=', created_at)
    .execute();
  return CHANNELS.find((one) => channels[one] && !tried.some(({ channel }) => channel === one)) ?? null;
}

function messageOf(
  channel: Channel,
  about: About,
  { reason, kind, publicUrl }: { reason: AlarmReason; kind: SubmissionKind; publicUrl: string | null },
): PlannedMessage {
  const { name, phone, created_at: at, item_id } = about;
  const page = `${kind === 'button' ? 'button_data' : 'form_data'}/${item_id}/${about.id}`;
  const link = publicUrl === null ? null : `${publicUrl}/app/${page}`;
  const text = alarmMessage({ item: { kind, id: item_id } as Item, name, phone, at, reason, link });
  const typed = channel === 'email' ? about.team_email : about.team_phone;
  const [recipient] = recipients(channel, [typed]);
  return {
    channel,
    role: 'team',
    address: recipient?.address ?? '',
    subject: channel === 'email' ? text.subject : null,
    text: channel === 'email' ? text.mail : text.sms,
    html: channel === 'email' ? mailDocument(text.subject, escapeHtml(text.mail)) : null,
    skipped: recipient?.problem ?? null,
  };
}
