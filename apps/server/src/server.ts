import { RESTORE_DAYS } from '@callpoint/contract/call-parts';
import { buildApp, getMapUrls } from './app.ts';
import { CHANNELS, perChannel } from '@callpoint/contract/channels/channels';
import type { Environment } from './delivery/channels/environment.ts';
import { AccountsDb } from './db/accounts.ts';
import { purgeDeletedItems } from './delivery/queue/purge-deleted.ts';
import { deleteOldKeys } from './http/idempotency.ts';
import { deleteOldRejections } from './db/audit.ts';
import {
  databaseLocation,
  describeLocation,
  isShared,
  openDatabase,
  dataReadableByOthers,
  reserveDatabase,
  relayDatabaseUrl,
  type DatabaseLocation,
} from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { IncidentsDb } from './db/incidents.ts';
import { PaymentsDb } from './db/payments.ts';
import { PlatformDb } from './db/platform.ts';
import { rollUpSubmissions } from './db/submission-rollup.ts';
import { DRIVER, openAdapters, optOutNumber } from './delivery/channels/channels.ts';
import { Watchdog } from './delivery/watchdog/watchdog.ts';
import { ACCOUNT_CHANNEL, openMailer, type AccountEmail } from './delivery/channels/account-email.ts';
import { changePublisher } from './events/publish-changes.ts';
import type { Db } from './db/tables.ts';
import { deleteOldTexts } from './delivery/queue/retention.ts';
import { deleteExpiredImages } from './images/delete-expired.ts';
import type { ImageStore } from './images/image-store.ts';
import { openImageStore } from './images/open-store.ts';
import { findOptOuts } from './delivery/suppression/opt-outs.ts';
import { DeliveryWorker } from './delivery/worker/worker.ts';
import { LiveEvents } from './events/live-events.ts';
import { PostgresRelay } from './events/postgres-relay.ts';
import { ensureConfiguration } from './features/configuration/ensure-configuration.ts';
import { openSecretsIfPossible } from './features/configuration/encrypt-configuration.ts';
import { openPushKeys } from './delivery/channels/push/push-keys.ts';
import { raisedPresses } from './features/phone/raised-presses.ts';
import { deleteOldPush, storeCheckInDue } from './features/push/push-messages.ts';
import { PUBLIC_NETWORK } from './delivery/channels/push/push-network.ts';
import { pushSubject } from './delivery/channels/push/push-request.ts';
import { createIncidentNotifier } from './features/push/new-incidents.ts';
import { PushWorker } from './features/push/push-worker.ts';
import { ReachabilityMonitor } from './features/reachability/reachability-monitor.ts';
import { ensureSettings } from './features/settings/ensure-settings.ts';
import { ensureFirstAdministrator } from './features/sessions/administrators.ts';
import { endExpiredUpgrades } from './features/subscriptions/subscriptions.repository.ts';
import { deleteOldLinks } from './http/auth/account-links.ts';
import { createBackground } from './http/background.ts';
import { openLog } from './http/log.ts';
import { deleteOldNetworks } from './http/auth/known-networks.ts';
import { deleteExpiredSessions } from './http/auth/session-revocation.ts';
import { findInvalidSessions } from './http/auth/session-tokens.ts';
import { deleteOldFailures } from './http/auth/sign-in-limit.ts';
import { Escalator } from './incidents/escalator.ts';
import { messageFollower } from './incidents/follow-messages.ts';
import { deleteExpiredLinks } from './incidents/links.ts';
import { sendMonthlyReports } from './incidents/monthly-report/send-reports.ts';
import { personalizeMessages } from './incidents/personal-links.ts';
import { deleteOldCheckIns } from './check-ins/delete-old.ts';
import { CheckInMonitor } from './check-ins/check-in-monitor.ts';
import { sendOverdueEmails } from './payments/overdue-emails.ts';
import { reconcilePayments } from './payments/reconcile.ts';
import { followStopNotices } from './payments/follow-stop-notices.ts';
import { sendStopNotices } from './payments/send-stop-notices.ts';
import { sendReceipts } from './payments/receipts.ts';
import { PaymentService } from './payments/service.ts';
import { every } from './scheduling/every.ts';
import { DAY, HOUR, MINUTE } from './scheduling/durations.ts';

/** Steps of the purge in one hour; the next run continues. */
const PURGE_STEPS = 100;
/** How often expired upgrades are removed, in milliseconds. */
const UPGRADES_EVERY = 15_000;
/** How often subscriptions are compared with the payment provider's, in milliseconds: each one once a day. */
const RECONCILE_EVERY = 10 * MINUTE;
/** How often emails of monthly reports are planned and sent, in milliseconds. */
const REPORTS_EVERY = 10 * MINUTE;
/** How often receipts, stop notices and what follows from notices are due, in milliseconds. */
const PAYMENT_EMAILS_EVERY = MINUTE;

export type RunningServer = {
  /** Its URL, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Lines that are printed after the start. */
  greeting: string[];
  /** Finishes the calls and messages in flight, then closes everything. */
  stop(): Promise<void>;
};

/**
 * Migrates the database, creates the first administrator if there is none, serves calls and delivers messages until it
 * is stopped.
 */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const log = openLog(environment.logLevel);
  const location = databaseLocation(environment);
  const release = reserveDatabase(location);
  const db = openDatabase(location, (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a connection failed'),
  );
  for (const path of dataReadableByOthers(location)) {
    log.warn({ path }, 'other users of this machine can read the data: change the owner or the mode');
  }
  await migrate(db);
  const accounts = new AccountsDb(db);
  const platform = new PlatformDb(db);
  await ensureConfiguration(platform);
  await ensureSettings(accounts);
  const keyFolder = isShared(location) ? null : environment.dataDir;
  const { secrets, problem } = await openSecretsIfPossible(platform, { ...environment, keyFolder });
  if (problem !== null) log.error({ problem }, 'payment keys are unavailable');
  const { keys: pushKeys, problem: pushProblem } = await openPushKeys(accounts, secrets);
  const pushSender = pushKeys && {
    keys: pushKeys,
    subject: pushSubject(environment.publicUrl),
    network: PUBLIC_NETWORK,
  };
  if (pushProblem !== null) log.warn({ problem: pushProblem }, 'phones get no push messages');
  await rollUpSubmissions(db);
  const first = await ensureFirstAdministrator(accounts, environment.admin);

  const mailSettings = environment.channels[ACCOUNT_CHANNEL];
  const mailer = mailSettings ? openMailer(mailSettings) : null;
  const channels = openAdapters(environment.channels, {
    publicUrl: environment.publicUrl,
    hasOptedOut: async (from, number) => (await findOptOuts(db, from, [number])).size > 0,
    push: pushSender && { accounts, sender: pushSender },
  });
  const smsFrom = optOutNumber(environment.channels);
  const live = new LiveEvents({ findInvalidSessions: (ids) => findInvalidSessions(accounts, ids), log });
  const relayUrl = relayDatabaseUrl(location, environment.databaseListenUrl);
  if (relayUrl !== null) {
    live.join(new PostgresRelay({ url: relayUrl, onSignals: (signals) => live.receive(signals), log }));
  }
  let url = '';
  const worker = new DeliveryWorker({
    db,
    channels,
    log,
    alone: !isShared(location),
    onResult: messageFollower({ publish: changePublisher(live), wakeEscalator: () => escalator.wake() }),
    personalize: personalizeMessages(() => environment.publicUrl ?? url),
  });
  const pushWorker = pushSender && new PushWorker({ accounts, ...pushSender, log });
  const payments = new PaymentService({
    platform,
    payments: new PaymentsDb(db),
    secrets,
    provider: environment.payments,
  });
  const escalator = new Escalator({
    incidents: new IncidentsDb(db),
    channels: perChannel((channel) => channels[channel] !== null),
    maps: getMapUrls(environment),
    smsFrom,
    smsCountries: environment.smsCountries,
    live,
    wakeDelivery: () => worker.wake(),
    log,
  });
  const configured = perChannel((channel) => channels[channel] !== null);
  const images = openImageStore(db, location, environment.imageBucket);
  const sendEmail = mailer ? (email: AccountEmail) => mailer.sendMail(email) : null;
  const app = await buildApp({
    db,
    environment,
    log,
    channels: configured,
    secrets,
    images,
    live,
    sendEmail,
    wakeDelivery: () => worker.wake(),
    wakeEscalator: () => escalator.wake(),
    push: pushKeys && { publicKey: pushKeys.publicKey, wake: () => pushWorker?.wake() },
  });
  url = await app.listen({ host: environment.host, port: environment.port });
  worker.start();
  pushWorker?.start();
  const alarms = new Watchdog({
    db,
    channels: configured,
    smsFrom,
    smsCountries: environment.smsCountries,
    publicUrl: environment.publicUrl,
    live,
    wakeDelivery: () => worker.wake(),
    log,
  });
  alarms.start();
  escalator.start();
  const background = createBackground(log);
  const checkIns = new CheckInMonitor({
    db,
    presses: raisedPresses({
      platform,
      maps: getMapUrls(environment),
      channels: configured,
      smsFrom,
      smsCountries: environment.smsCountries,
      publicUrl: () => environment.publicUrl ?? url,
      hasPublicUrl: environment.publicUrl !== null,
      live,
      wakeDelivery: () => worker.wake(),
      onIncident: createIncidentNotifier({
        accounts,
        background,
        push: pushKeys && { publicKey: pushKeys.publicKey, wake: () => pushWorker?.wake() },
      }),
    }),
    remind:
      pushWorker &&
      (async (due, now) => {
        for (const one of due) await storeCheckInDue(accounts, one, now);
        pushWorker.wake();
      }),
    log,
  });
  checkIns.start();
  const reach = new ReachabilityMonitor({
    platform,
    maps: getMapUrls(environment),
    channels: configured,
    smsFrom,
    smsCountries: environment.smsCountries,
    log,
  });
  reach.start();
  const warn = (text: string) => ({ onError: (error: unknown) => log.warn({ err: error }, text) });
  const upkeep = [
    every(UPGRADES_EVERY, () => endExpiredUpgrades(platform), warn('upgrades could not be ended')),
    every(HOUR, () => rollUpSubmissions(db), warn('submissions were not counted')),
    every(
      RECONCILE_EVERY,
      (stopping) => reconcilePayments(payments, log, { stopping }),
      warn('subscriptions could not be compared with the payment provider'),
    ),
    every(
      PAYMENT_EMAILS_EVERY,
      (stopping) =>
        sendReceipts(payments, { sendEmail, publicUrl: environment.publicUrl ?? url, log }, { stopping }),
      warn('receipts could not be sent'),
    ),
    every(
      PAYMENT_EMAILS_EVERY,
      async (stopping) => {
        const needs = { sendEmail, publicUrl: environment.publicUrl ?? url, log };
        await sendOverdueEmails(payments.payments, needs, { stopping });
        await followStopNotices(payments, log, { stopping });
        await sendStopNotices(payments.payments, needs, { stopping });
      },
      warn('emails about overdue payments could not be sent'),
    ),
    every(
      REPORTS_EVERY,
      (stopping) =>
        sendMonthlyReports(
          new IncidentsDb(db),
          { sendEmail, publicUrl: environment.publicUrl ?? url, log },
          { stopping },
        ),
      warn('monthly reports could not be sent'),
    ),
    every(
      HOUR,
      (stopping) => deleteOldRows(db, environment.retentionDays, stopping),
      warn('old rows could not be deleted'),
    ),
    every(HOUR, (stopping) => deleteImages(db, images, stopping), warn('images could not be deleted')),
  ];

  return {
    url,
    greeting: [
      ...greeting(url, location, environment, first),
      ...(problem === null ? [] : ['', `Payments are unavailable: ${problem}`]),
    ],
    async stop() {
      // Concurrently, so that the worker claims no more messages while the last calls are served.
      const parts = [worker, pushWorker, escalator, alarms, checkIns, reach, ...upkeep];
      await Promise.all([app.close(), ...parts.map((one) => one?.stop())]);
      await background.stop();
      await live.close();
      for (const adapter of Object.values(channels)) adapter?.close?.();
      mailer?.close();
      await db.destroy();
      release();
    },
  };
}

async function deleteImages(db: Db, images: ImageStore, stopping: AbortSignal): Promise<void> {
  for (let step = 0; step < PURGE_STEPS && !stopping.aborted; step += 1) {
    if ((await deleteExpiredImages(db, images)) === 0) return;
  }
}

async function deleteOldRows(db: Db, retentionDays: number, stopping: AbortSignal): Promise<void> {
  const accounts = new AccountsDb(db);
  await deleteExpiredSessions(accounts);
  await deleteOldFailures(accounts);
  await deleteOldNetworks(accounts);
  await deleteOldLinks(accounts);
  await deleteOldRejections(db);
  await deleteOldKeys(accounts);
  await deleteOldPush(accounts);
  await deleteExpiredLinks(new IncidentsDb(db));
  await deleteOldCheckIns(db);
  for (let step = 0; step < PURGE_STEPS && !stopping.aborted; step += 1) {
    if ((await purgeDeletedItems(db, new Date(Date.now() - RESTORE_DAYS * DAY))) === 0) break;
  }
  const before = new Date(Date.now() - retentionDays * DAY);
  for (let step = 0; step < PURGE_STEPS; step += 1) {
    if (stopping.aborted || (await deleteOldTexts(db, before)) === 0) return;
  }
}

function greeting(
  url: string,
  location: DatabaseLocation,
  environment: Environment,
  first: Awaited<ReturnType<typeof ensureFirstAdministrator>>,
): string[] {
  const lines = [
    `Callpoint is running. Open ${environment.publicUrl ?? url}/app/`,
    `  Data    ${describeLocation(location)}`,
    ...CHANNELS.map(
      (channel) => `  ${DRIVER[channel].summary(environment.channels[channel], environment.publicUrl)}`,
    ),
  ];
  if (first) {
    lines.push(
      '',
      'The first administrator was created. Log in as Admin with',
      `  Email    ${first.email}`,
      `  Password  ${first.password ?? 'the one in ADMIN_PASSWORD'}`,
      ...(first.password === null ? [] : ['The password is not shown again.']),
    );
  }
  return lines;
}
