import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { splitList } from '@callpoint/contract/split-list';
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { SYSTEM } from '../../db/history/audit.ts';
import { claimDueEmail, nextAttempt } from '../../db/due-emails.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Row } from '../../db/rows.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { EmailNotSentError, type AccountEmail } from '../../delivery/channels/account-email.ts';
import { DAY } from '../../scheduling/durations.ts';
import { findMonth } from '../metrics/months.ts';
import { readMetrics } from '../metrics/read-metrics.ts';
import { dueAfter, planNewMonths } from './plan-emails.ts';
import { reportText, type ReportText } from './report-text.ts';

/** Emails that one run sends; the next run continues. */
const MOST_EMAILS = 100;
/** An email about a month that ended longer ago is not sent: no one waits for it. */
const LATEST = 14 * DAY;

export type ReportNeeds = {
  /** Sends an email; null if email is not configured: emails wait. */
  sendEmail: ((email: AccountEmail) => Promise<void>) | null;
  publicUrl: string;
  log: FastifyBaseLogger;
};

type Email = Row<'monthly_report_email'>;

/**
 * Stores the emails of new months and sends those that are due. An email is claimed before its figures are read, so that
 * of several processes one sends it: each claim starts when it is made, because a run can take longer than one. Before
 * the email is given to the mail server, its row states that no attempt follows: a process that ends in between sends it
 * never rather than twice. Returns how many were sent.
 */
export async function sendMonthlyReports(
  db: IncidentsDb,
  { sendEmail, publicUrl, log }: ReportNeeds,
  { now = () => new Date(), stopping }: { now?: () => Date; stopping?: AbortSignal } = {},
): Promise<number> {
  await planNewMonths(db, DEFAULT_ZONE, now());
  if (!sendEmail) return 0;
  let sent = 0;
  for (let tried = 0; tried < MOST_EMAILS; tried += 1) {
    if (stopping?.aborted) break;
    const claimed = await claimDueEmail(db, 'monthly_report_email', now);
    if (!claimed) break;
    const email = claimed.due;
    const text = await textOf(db, email, publicUrl, now());
    if (!text) continue;
    const isClaimed = await store(db, email, { due_at: null });
    if (!isClaimed) continue;
    try {
      await sendEmail({ to: email.address, ...text, messageId: messageIdOf(email) });
    } catch (error) {
      const isTemporary = !(error instanceof EmailNotSentError) || error.isTemporary;
      if (isTemporary) await store(db, email, { due_at: nextAttempt(email, now()) });
      log.warn(
        { subscriber: email.team_id, kind: (error as Error).name },
        'an email of a monthly report was not sent',
      );
      continue;
    }
    await store(db, email, { sent_at: now().toISOString() });
    sent += 1;
  }
  return sent;
}

/** The email; null if it is not sent, or not yet, which its row then states. */
async function textOf(
  db: IncidentsDb,
  email: Email,
  publicUrl: string,
  now: Date,
): Promise<ReportText | null> {
  const { team_id: teamId, month: name } = email;
  const team = await db
    .selectFrom('team')
    .select(['account_name', 'email', 'email_confirmed_at', 'status', 'time_zone'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const zone = team.time_zone ?? DEFAULT_ZONE;
  const month = findMonth(zone, name);
  const isLate = Date.parse(month.ends) + LATEST < now.getTime();
  const mayReceive = team.status !== 0 && team.email_confirmed_at !== null;
  if (!mayReceive || isLate || !(await isRecipient(db, email))) {
    await store(db, email, { due_at: null });
    return null;
  }
  // The subscriber has chosen another time zone since.
  if (month.ends > now.toISOString()) {
    await store(db, email, { due_at: dueAfter(month) });
    return null;
  }
  const { total } = await readMetrics(new TenantDb(db, { teamId }, SYSTEM), teamId, [month]);
  return reportText({
    month: name,
    zone,
    accountName: team.account_name,
    ownerEmail: team.email,
    period: total,
    publicUrl,
  });
}

/** Whether the report is still on, and the address still chosen. */
async function isRecipient(db: IncidentsDb, { team_id, address }: Email): Promise<boolean> {
  const report = await db
    .selectFrom('monthly_report')
    .select(['is_on', 'recipients'])
    .where('team_id', '=', team_id)
    .executeTakeFirst();
  if (report?.is_on !== 1) return false;
  return splitList(report.recipients).some((recipient) => recipient.toLowerCase() === address);
}

/**
 * Stores the outcome of a claim. Returns false if another process has claimed the email since, which then decides.
 * @param email as it was before the claim
 */
async function store(
  db: IncidentsDb,
  { id, attempts }: Email,
  columns: Partial<Pick<Email, 'due_at' | 'sent_at'>>,
): Promise<boolean> {
  const stored = await db
    .updateTable('monthly_report_email')
    .set(columns)
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** The same in each attempt, without the address in plain text. */
function messageIdOf({ team_id, month, address }: Email): string {
  return `incidents-${team_id}-${month}-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}
