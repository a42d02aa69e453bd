import { buildApp } from './app.ts';
import { getMapUrls } from './app/services.ts';
import { CHANNELS, perChannel } from '@callpoint/contract/channels/channels';
import { listenAt } from './config/listen-at.ts';
import type { Environment } from './delivery/channels/environment.ts';
import { AccountsDb } from './db/handles/accounts.ts';
import {
  connectionUsage,
  databaseLocation,
  describeLocation,
  isShared,
  openDatabase,
  relayDatabaseUrl,
  requireSuitableDatabase,
  reserveDatabase,
} from './db/connection.ts';
import { IncidentsDb } from './db/handles/incidents.ts';
import { PaymentsDb } from './db/handles/payments.ts';
import { PlatformDb } from './db/handles/platform.ts';
import { prepareForServer } from './db/prepare-for-server.ts';
import { rollUpSubmissions } from './db/totals/submission-rollup.ts';
import { openAdapters, optOutNumber } from './delivery/channels/channels.ts';
import { Watchdog } from './delivery/watchdog/watchdog.ts';
import { ACCOUNT_CHANNEL, openMailer } from './delivery/channels/account-email.ts';
import { changePublisher } from './events/publish-changes.ts';
import { openImageStore } from './images/open-store.ts';
import { findOptOuts } from './delivery/suppression/opt-outs.ts';
import { reasonNotToCall } from './delivery/suppression/call-rules.ts';
import { DeliveryWorker } from './delivery/worker/worker.ts';
import { LiveEvents } from './events/live-events.ts';
import { PostgresRelay } from './events/postgres-relay.ts';
import { ensureConfiguration } from './features/configuration/ensure-configuration.ts';
import { openSecretsIfPossible } from './features/configuration/encrypt-configuration.ts';
import { openPushKeys } from './delivery/channels/push/push-keys.ts';
import { raisedPresses } from './features/phone/raised-presses.ts';
import { storeCheckInDue } from './features/push/push-messages.ts';
import { PUBLIC_NETWORK } from './delivery/channels/push/push-network.ts';
import { pushSubject } from './delivery/channels/push/push-request.ts';
import { createIncidentNotifier } from './features/push/incident-notes.ts';
import { PushWorker } from './features/push/push-worker.ts';
import { ReachabilityMonitor } from './features/reachability/reachability-monitor.ts';
import { ensureSettings } from './features/settings/ensure-settings.ts';
import { ensureFirstAdministrator } from './features/sessions/administrators.ts';
import { createBackground } from './http/background.ts';
import { consoleUrl, greeting } from './greeting.ts';
import { openLog } from './http/logging/log.ts';
import { findInvalidSessions } from './http/auth/session-tokens.ts';
import type { StartReport } from './lifecycle-reports.ts';
import { Escalator } from './incidents/escalation/escalator.ts';
import { messageFollower } from './incidents/escalation/follow-messages.ts';
import { reasonNotToEscalate } from './incidents/escalation/outdated-message.ts';
import { personalizeMessages } from './incidents/answers/personal-links.ts';
import { CheckInMonitor } from './check-ins/check-in-monitor.ts';
import { readFigures } from './metrics/figures.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { Metrics } from './metrics/metrics.ts';
import { PaymentService } from './payments/provider/service.ts';
import { outsideTrace } from './tracing/spans.ts';
import { logTracingFaults, stopTracing } from './tracing/start-tracing.ts';
import { startUpkeep } from './upkeep.ts';

export type RunningServer = {
  /** Its URL, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Lines that a terminal shows after the start. */
  greeting: string[];
  /** The same for the log. */
  report: StartReport;
  /** Milliseconds between the announcement of a stop and the stop. */
  stopDelay: number;
  /** Tells load balancers that the server stops soon; it still serves calls. */
  announceStop(): void;
  /** Finishes the calls and messages in flight, then closes everything. */
  stop(): Promise<void>;
};

/** Connections that wait to be accepted: beyond them, the system drops the attempts of phones, which repeat them after seconds. */
const BACKLOG = 4096;

/**
 * Migrates the database, creates the first administrator if there is none, serves calls and delivers messages until it
 * is stopped.
 */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const log = openLog(environment.logLevel);
  logTracingFaults(log);
  const location = databaseLocation(environment);
  await requireSuitableDatabase(location);
  const release = reserveDatabase(location);
  const db = openDatabase(location, (error) => log.warn({ err: error }, 'the database has a fault'));
  const { databaseReadUrl: readUrl, databaseListenUrl: listenUrl } = environment;
  const closeReplica = await prepareForServer(db, { location, readUrl, listenUrl }, (level, details, text) =>
    log[level](details, text),
  );
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
  const canClaim = () => worker.canClaim();
  const metrics =
    environment.metricsListen &&
    new Metrics({
      readFigures: () => readFigures(db),
      connections: () => connectionUsage(db),
      isReady: async () => (await app.checkReadiness()).isReady,
    });
  const adapters = openAdapters(environment.channels, {
    publicUrl: environment.publicUrl,
    hasOptedOut: async (from, number) => (await findOptOuts(db, from, [number])).size > 0,
    reasonNotToCall: (deliveryId) => reasonNotToCall(db, deliveryId),
    push: pushSender && { accounts, sender: pushSender },
  });
  const channels = metrics?.measureAdapters(adapters) ?? adapters;
  const smsFrom = optOutNumber(environment.channels);
  const live = new LiveEvents({ findInvalidSessions: (ids) => findInvalidSessions(accounts, ids), log });
  const relayUrl = relayDatabaseUrl(location, environment.databaseListenUrl);
  if (relayUrl !== null) {
    live.join(new PostgresRelay({ url: relayUrl, onSignals: (signals) => live.receive(signals), log }));
  }
  let url = '';
  const follow = messageFollower({ publish: changePublisher(live), wakeEscalator: () => escalator.wake() });
  const worker = new DeliveryWorker({
    db,
    channels,
    log,
    alone: !isShared(location),
    onResult: (changed) => {
      metrics?.messagesChanged(changed);
      follow(changed);
    },
    reasonNotToSend: (message) => reasonNotToEscalate(db, message),
    personalize: personalizeMessages(() => environment.publicUrl ?? url),
  });
  const wakeDelivery = () => outsideTrace(() => worker.wake());
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
    publicUrl: environment.publicUrl,
    live,
    wakeDelivery,
    log,
  });
  const configured = perChannel((channel) => channels[channel] !== null);
  const images = openImageStore(db, location, environment.imageBucket);
  const sendEmail = mailer?.sendMail ?? null;
  const app = await buildApp({
    db,
    environment,
    log,
    channels: configured,
    secrets,
    images,
    live,
    sendEmail,
    wakeDelivery,
    canClaim,
    wakeEscalator: () => escalator.wake(),
    push: pushKeys && {
      publicKey: pushKeys.publicKey,
      wake: () => pushWorker && outsideTrace(() => pushWorker.wake()),
    },
    onCall: metrics ? (call) => metrics.callFinished(call) : undefined,
  });
  const { host, port, metricsListen } = environment;
  url = await listenAt('HOST and PORT', () => app.listen({ host, port, backlog: BACKLOG }));
  const metricsServer =
    metrics && metricsListen
      ? await listenAt('METRICS_LISTEN', () => serveMetrics(metrics, metricsListen))
      : null;
  worker.start();
  pushWorker?.start();
  const alarms = new Watchdog({
    db,
    channels: configured,
    smsFrom,
    smsCountries: environment.smsCountries,
    publicUrl: environment.publicUrl,
    live,
    wakeDelivery,
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
      wakeDelivery,
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
  const upkeep = startUpkeep({
    db,
    platform,
    images,
    payments,
    sendEmail,
    publicUrl: () => environment.publicUrl ?? url,
    log,
    retentionDays: environment.retentionDays,
  });

  return {
    url,
    greeting: [
      ...greeting(url, location, environment, first),
      ...(metricsServer ? ['', `Metrics: ${metricsServer.url}`] : []),
      ...(problem === null ? [] : ['', `Payments are unavailable: ${problem}`]),
    ],
    report: {
      url,
      console: consoleUrl(url, environment),
      data: describeLocation(location),
      channels: CHANNELS.filter((channel) => configured[channel]),
      metrics: metricsServer?.url ?? null,
      firstAdministrator: first,
    },
    stopDelay: environment.stopDelay,
    announceStop: () => app.stopNotice.give(),
    async stop() {
      // Concurrently, so that the worker claims no more messages while the last calls are served.
      const parts = [worker, pushWorker, escalator, alarms, checkIns, reach, ...upkeep];
      await Promise.all([app.close(), ...parts.map((one) => one?.stop())]);
      await background.stop();
      await live.close();
      await metricsServer?.close();
      for (const adapter of Object.values(channels)) adapter?.close?.();
      mailer?.close();
      await closeReplica();
      await db.destroy();
      release();
      await stopTracing();
    },
  };
}
