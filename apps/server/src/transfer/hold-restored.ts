import type { AlarmReason } from '@callpoint/contract/alarms';
import { SUBMISSION_KINDS } from '@callpoint/contract/catalog';
import { sql, type RawBuilder } from 'kysely';
import { perChannel } from '@callpoint/contract/channels/channels';
import { IncidentsDb } from '../db/handles/incidents.ts';
import { PaymentsDb } from '../db/handles/payments.ts';
import type { Db } from '../db/tables.ts';
import { reasonColumns } from '../delivery/channels/message-reason.ts';
import {
  BATCH_SIZE,
  findUnnotifiedByTime,
  LOOKBACK_MS,
  SUBMISSION_TABLES,
} from '../delivery/watchdog/candidates.ts';
import { raiseUnanswered } from '../incidents/escalation/raise-unanswered.ts';
import { skipOverdueEmails } from '../payments/overdue/overdue-emails.ts';
import { HOUR } from '../scheduling/durations.ts';

/** What a restore stopped, by kind. */
export type Held = {
  incidents: number;
  messages: number;
  checkIns: number;
  pushMessages: number;
  emails: number;
  sessions: number;
  links: number;
};

/**
 * Stops everything that a restored database would send by itself when a server starts: it may have been sent already, or
 * nobody waits for it any longer. Nothing is lost: messages are held, and a person can release them.
 */
export async function holdRestored(tx: Db, now: Date): Promise<Held> {
  // First: incidents of deleted presses plan an email, which is then held too.
  const incidents = await endEscalations(tx, now);
  const messages = await holdMessages(tx);
  await raiseQuietAlarms(tx, now);
  const checkIns = await endDueCheckIns(tx, now);
  const pushMessages = await run(tx, sql`update push_message set due_at = null where due_at is not null`);
  const emails = await dropDueEmails(tx, now);
  // Sessions and links that were ended since the backup must not work again. Phones stay signed in: one that is signed out
  // cannot send an alert.
  const sessions = await run(tx, sql`delete from session where role <> 'app_user'`);
  const links = await run(tx, sql`delete from account_link where used_at is null`);
  return { incidents, messages, checkIns, pushMessages, emails, sessions, links };
}

/** Incidents that no one has acknowledged stay open, as after their last step. */
async function endEscalations(tx: Db, now: Date): Promise<number> {
  const handle = new IncidentsDb(tx);
  const open = await handle
    .selectFrom('incident')
    .selectAll()
    .where('state', '=', 'open')
    .where('next_run_at', 'is not', null)
    .orderBy('id')
    .execute();
  for (const incident of open) {
    await raiseUnanswered(handle, { channels: perChannel(() => true), publicUrl: null }, incident, now);
  }
  return open.length;
}

async function holdMessages(tx: Db): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({
      ...reasonColumns({ code: 'restored' }),
      state: 'held',
      held_for: 'restored',
      next_attempt_at: null,
      lease_until: null,
      wakeable_at: null,
    })
    .where('state', 'in', ['pending', 'sending'])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * A submission whose messages are all held now, or were before, has notified no one: the console shows its alarm. The watchdog
 * would raise it too, but would also email every administrator about each subscriber, and message the subscriber.
 */
async function raiseQuietAlarms(tx: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  const earliest = new Date(now.getTime() - LOOKBACK_MS).toISOString();
  // Longer ago than the interval between two emails about a subscriber: the next new alarm is emailed at once.
  const mailed = new Date(now.getTime() - HOUR).toISOString();
  for (const kind of SUBMISSION_KINDS) {
    const { table, reference, item } = SUBMISSION_TABLES[kind];
    const message = sql`select 1 from delivery as d where ${sql.ref(`d.${reference}`)} = s.id
      and d.role <> 'user' and d.purpose is null`;
    const isDrill =
      kind === 'button'
        ? sql`exists (select 1 from incident where incident.button_click_id = s.id and incident.is_drill = 1)`
        : sql`1 = 0`;
    const raise = async (reason: AlarmReason, condition: RawBuilder<unknown>) =>
      await sql`
        insert into alarm (team_id, app_user_id, ${sql.ref(reference)}, ${sql.ref(item)}, submitted_at, reason, raised_at)
        select s.team_id, s.app_user_id, s.id, ${sql.ref(`s.${item}`)}, s.created_at, ${sql.lit(reason)}, ${at}
        from ${sql.table(table)} as s where ${condition}`.execute(tx);
    await raise(
      'none_sent',
      sql`s.id in (select ${sql.ref(reference)} from delivery where held_for = 'restored')
        and exists (${message} and d.held_for = 'restored') and not exists (${message} and d.state = 'sent')
        and not ${isDrill}
        and not exists (select 1 from alarm where ${sql.ref(`alarm.${reference}`)} = s.id)`,
    );
    // Those whose messages were held, skipped or failed before the backup, which the watchdog had not reached yet.
    for (;;) {
      const found = await findUnnotifiedByTime[kind](tx, { from: earliest, to: at });
      for (const [reason, some] of Map.groupBy(found, (one) => one.reason)) {
        await raise(reason, sql`s.id in (${sql.join(some.map(({ id }) => id))})`);
      }
      if (found.length < BATCH_SIZE) break;
    }
  }
  await sql`update alarm set admins_mailed_at = ${mailed}
    where admins_mailed_at is null and closed_at is null`.execute(tx);
}

/** A check-in that is not due yet continues: the person relies on it, and the phone answers it. */
async function endDueCheckIns(tx: Db, now: Date): Promise<number> {
  return await run(
    tx,
    sql`update check_in set state = 'ended', location = null
      where state = 'active' and due_at <= ${now.toISOString()}`,
  );
}

/** Emails that are sent by their own schedules. What is not due yet stays. */
async function dropDueEmails(tx: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const reports = await run(tx, sql`update monthly_report_email set due_at = null where due_at <= ${at}`);
  const notices = await run(tx, sql`update stop_notice_email set due_at = null where due_at is not null`);
  const receipts = await run(
    tx,
    sql`update payment_invoice set receipt_due_at = null where receipt_due_at is not null`,
  );
  return reports + notices + receipts + (await skipOverdueEmails(new PaymentsDb(tx), now));
}

/** Runs a statement and returns the number of changed rows. */
async function run(tx: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(tx);
  return Number(numAffectedRows ?? 0);
}
