import { buildApp, mapsOf } from './app.ts';
import { perChannel } from '@callpoint/contract/channels/channels';
import type { Environment } from './config/environment.ts';
import { deleteOldRejections } from './db/audit.ts';
import { databaseLocation, openDatabase, type DatabaseLocation } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { countSubmissions } from './db/submission-count.ts';
import { exposedPaths } from './db/private-files.ts';
import { onlyServerOn } from './db/single-process.ts';
import { DRIVER, openAdapters } from './delivery/channels/channels.ts';
import { Watchdog } from './delivery/watchdog/watchdog.ts';
import { openMailer } from './delivery/channels/account-mail.ts';
import { publishChanges } from './events/publish-changes.ts';
import type { Db } from './db/tables.ts';
import { purgeStep } from './delivery/queue/retention.ts';
import { findOptOuts } from './delivery/suppression/opt-outs.ts';
import { DeliveryWorker } from './delivery/worker/worker.ts';
import { LiveEvents } from './events/live-events.ts';
import { PostgresRelay } from './events/postgres-relay.ts';
import { ensureConfiguration } from './features/configuration/ensure-configuration.ts';
import { openSecretsIfPossible } from './features/configuration/encrypt-configuration.ts';
import { ReachWatch } from './features/reachability/reach-watch.ts';
import { ensureFirstAdministrator } from './features/sessions/administrators.ts';
import { endExpiredUpgrades } from './features/subscriptions/subscriptions.repository.ts';
import { deleteOldLinks } from './http/auth/account-links.ts';
import { openLog } from './http/log.ts';
import { deleteOldNetworks } from './http/auth/known-networks.ts';
import { forgetOldSessions } from './http/auth/session-ends.ts';
import { endedSessions } from './http/auth/session-tokens.ts';
import { deleteOldFailures } from './http/auth/sign-in-limit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Steps of the purge in one hour; what is left waits for the next. */
const PURGE_STEPS = 100;
/** How often upgrades whose time has passed are looked for, in milliseconds. */
const UPGRADES_EVERY = 15_000;

export type RunningServer = {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** What a person who started it should read. */
  greeting: string[];
  /** Finishes the calls and messages under way, then closes everything. */
  stop(): Promise<void>;
};

/** Migrates the database, makes the first administrator where there is none, and serves and delivers until stopped. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const log = openLog(environment.logLevel);
  const location = databaseLocation(environment);
  const release = location.kind === 'sqlite' ? onlyServerOn(location.file) : () => {};
  const db = openDatabase(location, (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a connection broke'),
  );
  if (location.kind === 'sqlite') {
    for (const path of exposedPaths(location.file))
      log.warn({ path }, 'other users of this machine can read the data: change the owner or the mode');
  }
  await migrate(db, location.kind);
  await ensureConfiguration(db);
  // Several servers of a PostgreSQL database do not share a folder.
  const keyFolder = location.kind === 'sqlite' ? environment.dataDir : null;
  const { secrets, problem } = await openSecretsIfPossible(db, { ...environment, keyFolder });
  if (problem !== null) log.error({ problem }, 'payment keys are unavailable');
  await countSubmissions(db);
  const first = await ensureFirstAdministrator(db, environment.admin);

  const mailer = environment.smtp ? openMailer(environment.smtp) : null;
  const channels = openAdapters({
    environment,
    hasOptedOut: async (from, number) => (await findOptOuts(db, from, [number])).size > 0,
  });
  const live = new LiveEvents({ endedSessions: (ids) => endedSessions(db, ids), log });
  if (location.kind === 'postgres') {
    const url = environment.databaseListenUrl ?? location.url;
    live.join(new PostgresRelay({ url, onSignals: (signals) => live.receive(signals), log }));
  }
  const worker = new DeliveryWorker({
    db,
    channels,
    log,
    alone: location.kind === 'sqlite',
    onResult: publishChanges(live),
  });
  const configured = perChannel((channel) => channels[channel] !== null);
  const app = await buildApp({
    db,
    environment,
    log,
    channels: configured,
    secrets,
    live,
    sendMail: mailer ? (mail) => mailer.sendMail(mail) : null,
    wakeDelivery: () => worker.wake(),
  });
  const url = await app.listen({ host: environment.host, port: environment.port });
  worker.start();
  const alarms = new Watchdog({
    db,
    channels: configured,
    smsFrom: environment.twilio?.from ?? null,
    smsCountries: environment.smsCountries,
    publicUrl: environment.publicUrl,
    live,
    wakeDelivery: () => worker.wake(),
    log,
  });
  alarms.start();
  const reach = new ReachWatch({
    db,
    maps: mapsOf(environment),
    channels: configured,
    smsFrom: environment.twilio?.from ?? null,
    smsCountries: environment.smsCountries,
    log,
  });
  reach.start();
  const upgrades = setInterval(() => {
    endExpiredUpgrades(db).catch((error: unknown) => log.warn({ err: error }, 'upgrades could not be ended'));
  }, UPGRADES_EVERY);
  const cleaning = setInterval(() => {
    countSubmissions(db).catch((error: unknown) => log.warn({ err: error }, 'submissions were not counted'));
    forgetWhatIsOld(db, environment.retentionDays).catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be deleted'),
    );
  }, HOUR);

  return {
    url,
    greeting: [
      ...greeting(url, location, environment, first),
      ...(problem === null ? [] : ['', `Payments are unavailable: ${problem}`]),
    ],
    async stop() {
      clearInterval(cleaning);
      clearInterval(upgrades);
      // At once: the worker claims nothing more while the last calls are answered.
      await Promise.all([app.close(), worker.stop(), alarms.stop(), reach.stop()]);
      await live.close();
      for (const adapter of Object.values(channels)) adapter?.close?.();
      mailer?.close();
      await db.destroy();
      release();
    },
  };
}

async function forgetWhatIsOld(db: Db, retentionDays: number): Promise<void> {
  await forgetOldSessions(db);
  await deleteOldFailures(db);
  await deleteOldNetworks(db);
  await deleteOldLinks(db);
  await deleteOldRejections(db);
  const before = new Date(Date.now() - retentionDays * DAY);
  for (let step = 0; step < PURGE_STEPS; step += 1) {
    if ((await purgeStep(db, before)) === 0) return;
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
    `  Data    ${location.kind === 'sqlite' ? location.file : 'PostgreSQL (DATABASE_URL)'}`,
    ...Object.values(DRIVER).map(({ summary }) => `  ${summary(environment)}`),
  ];
  if (first) {
    lines.push(
      '',
      'The first administrator was made. Log in as Admin with',
      `  E-mail    ${first.email}`,
      `  Password  ${first.password ?? 'the one in ADMIN_PASSWORD'}`,
      ...(first.password === null ? [] : ['The password is not shown again.']),
    );
  }
  return lines;
}
