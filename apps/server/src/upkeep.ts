import { RESTORE_DAYS } from '@callpoint/contract/call-parts';
import type { FastifyBaseLogger } from 'fastify';
import { deleteOldCheckIns } from './check-ins/delete-old.ts';
import { AccountsDb } from './db/handles/accounts.ts';
import { deleteOldRejections } from './db/history/audit.ts';
import { IncidentsDb } from './db/handles/incidents.ts';
import type { PlatformDb } from './db/handles/platform.ts';
import { rollUpSubmissions } from './db/totals/submission-rollup.ts';
import type { Db } from './db/tables.ts';
import type { Mailer } from './delivery/channels/account-email.ts';
import { purgeDeletedItems } from './delivery/queue/purge-deleted.ts';
import { purgeOldTexts } from './delivery/queue/retention.ts';
import { deleteOldPush } from './features/push/push-messages.ts';
import { endExpiredUpgrades } from './features/subscriptions/subscriptions.repository.ts';
import { deleteOldLinks } from './http/auth/account-links.ts';
import { deleteOldNetworks } from './http/auth/known-networks.ts';
import { deleteExpiredSessions } from './http/auth/session-revocation.ts';
import { deleteOldFailures } from './http/auth/sign-in-limit.ts';
import { deleteOldKeys } from './http/idempotency.ts';
import { deleteExpiredImages } from './images/delete-expired.ts';
import type { ImageStore } from './images/image-store.ts';
import { deleteExpiredLinks } from './incidents/answers/links.ts';
import { sendMonthlyReports } from './incidents/monthly-report/send-reports.ts';
import { followStopNotices } from './payments/stop-notices/follow-stop-notices.ts';
import { sendOverdueEmails } from './payments/overdue/overdue-emails.ts';
import { sendReceipts } from './payments/invoices/receipts.ts';
import { reconcilePayments } from './payments/reconcile.ts';
import { sendStopNotices } from './payments/stop-notices/send-stop-notices.ts';
import type { PaymentService } from './payments/provider/service.ts';
import { DAY, HOUR, MINUTE } from './scheduling/durations.ts';
import { every, type Periodic } from './scheduling/every.ts';

/** Steps of the purge of deleted items, and of images, in one hour; the next run continues. */
const PURGE_STEPS = 100;
/**
 * How often old texts are deleted, in milliseconds. Not at the start, when the clock of a machine may still be wrong.
 */
const PURGE_EVERY = 10 * MINUTE;
/** How often expired upgrades are removed, in milliseconds. */
const UPGRADES_EVERY = 15_000;
/** How often subscriptions are compared with the payment provider's, in milliseconds: each one once a day. */
const RECONCILE_EVERY = 10 * MINUTE;
/** How often emails of monthly reports are planned and sent, in milliseconds. */
const REPORTS_EVERY = 10 * MINUTE;
/** How often receipts, stop notices and what follows from notices are due, in milliseconds. */
const PAYMENT_EMAILS_EVERY = MINUTE;

type UpkeepDependencies = {
  db: Db;
  platform: PlatformDb;
  images: ImageStore;
  payments: PaymentService;
  /** Null if email is not configured: emails wait. */
  sendEmail: Mailer['sendMail'] | null;
  publicUrl: () => string;
  log: FastifyBaseLogger;
  /** Days after which the texts of messages are deleted. */
  retentionDays: number;
};

/** Starts the work that no call waits for: emails about payments and reports, and the deletion of old rows. */
export function startUpkeep({
  db,
  platform,
  images,
  payments,
  sendEmail,
  publicUrl,
  log,
  retentionDays,
}: UpkeepDependencies): Periodic[] {
  const named = (trace: string, fault: string) => ({
    trace,
    onError: (error: unknown) => log.warn({ err: error }, fault),
  });
  return [
    every(
      UPGRADES_EVERY,
      () => endExpiredUpgrades(platform),
      named('end upgrades', 'upgrades could not be ended'),
    ),
    every(HOUR, () => rollUpSubmissions(db), named('count submissions', 'submissions were not counted')),
    every(
      RECONCILE_EVERY,
      (stopping) => reconcilePayments(payments, log, { stopping }),
      named('reconcile payments', 'subscriptions could not be compared with the payment provider'),
    ),
    every(
      PAYMENT_EMAILS_EVERY,
      (stopping) => sendReceipts(payments, { sendEmail, publicUrl: publicUrl(), log }, { stopping }),
      named('send receipts', 'receipts could not be sent'),
    ),
    every(
      PAYMENT_EMAILS_EVERY,
      async (stopping) => {
        const needs = { sendEmail, publicUrl: publicUrl(), log };
        await sendOverdueEmails(payments.payments, needs, { stopping });
        await followStopNotices(payments, log, { stopping });
        await sendStopNotices(payments.payments, needs, { stopping });
      },
      named('send overdue emails', 'emails about overdue payments could not be sent'),
    ),
    every(
      REPORTS_EVERY,
      (stopping) =>
        sendMonthlyReports(new IncidentsDb(db), { sendEmail, publicUrl: publicUrl(), log }, { stopping }),
      named('send monthly reports', 'monthly reports could not be sent'),
    ),
    every(
      HOUR,
      (stopping) => deleteOldRows(db, stopping),
      named('delete old rows', 'old rows could not be deleted'),
    ),
    // Without a trace: the first run on a large database takes hours.
    every(
      PURGE_EVERY,
      (stopping) => purgeOldTexts(db, new Date(Date.now() - retentionDays * DAY), stopping),
      {
        onError: (error) => log.warn({ err: error }, 'old texts could not be deleted'),
      },
    ),
    every(
      HOUR,
      (stopping) => deleteImages(db, images, stopping),
      named('delete images', 'images could not be deleted'),
    ),
  ];
}

async function deleteImages(db: Db, images: ImageStore, stopping: AbortSignal): Promise<void> {
  for (let step = 0; step < PURGE_STEPS && !stopping.aborted; step += 1) {
    if ((await deleteExpiredImages(db, images)) === 0) return;
  }
}

async function deleteOldRows(db: Db, stopping: AbortSignal): Promise<void> {
  const accounts = new AccountsDb(db);
  await deleteExpiredSessions(accounts);
  await deleteOldFailures(accounts);
  await deleteOldNetworks(accounts);
  await deleteOldLinks(accounts);
  await deleteOldRejections(db);
  await deleteOldKeys(accounts);
  await deleteOldPush(accounts);
  await deleteExpiredLinks(new IncidentsDb(db));
  await deleteOldCheckIns(db, stopping);
  for (let step = 0; step < PURGE_STEPS && !stopping.aborted; step += 1) {
    if ((await purgeDeletedItems(db, new Date(Date.now() - RESTORE_DAYS * DAY))) === 0) break;
  }
}
