import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { isMigrated } from '../src/db/migrate.ts';
import { KNOWN_MIGRATIONS } from '../src/db/migration-files.ts';
import {
  countDeliveries,
  limitToOneEmailPerPress,
  waitUntilDelivered,
} from '../src/testing/crashes/delivery-count.ts';
import { emptyLocation } from '../src/testing/databases/database.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSteadyPhones } from '../src/testing/phones/steady-phones.ts';
import { startLoadBalancer } from '../src/testing/upgrades/load-balancer.ts';
import { buildPreviousVersion } from '../src/testing/upgrades/previous-version.ts';
import { signUpPhones } from '../src/testing/upgrades/sign-up-phones.ts';

/** Presses a second. */
const RATE = 40;
/** Presses between two steps of the upgrade: at least a few for each server. */
const PRESSES = 2 * RATE;
const PHONES = 5;
/** Seconds in which the load balancer sees that a server stops: longer than between two of its looks. */
const STOP_DELAY = '2';

test('an upgrade of one process after the other under load: no press fails, and each message is sent once', async () => {
  const previous = await buildPreviousVersion();
  onTestFinished(() => previous.remove());
  // Otherwise it would test nothing.
  expect(KNOWN_MIGRATIONS.filter((name) => !previous.migrations.includes(name))).not.toEqual([]);
  const location = await emptyLocation();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const balancer = await startLoadBalancer();
  onTestFinished(() => balancer.close());
  const start = async (entry?: string) => {
    const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@callpoint.example', STOP_DELAY };
    const server = await startServerProcess(location, {
      variables,
      ...(entry === undefined ? {} : { entry }),
    });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  const stop = async (server: Awaited<ReturnType<typeof start>>) => {
    const ended = server.end('SIGTERM');
    await balancer.removed(server.url);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    // Not even a first attempt: only those that the killed server has not answered.
    expect(balancer.failed(server.url)).toBe(0);
  };

  /** Presses that the others have accepted meanwhile may be enough for `more`, so it waits for the first of this server. */
  const answers = async (url: string) => {
    await expect.poll(() => balancer.answered(url)).toBeGreaterThan(0);
  };

  const oldOnes = [await start(previous.entry), await start(previous.entry)] as const;
  for (const { url } of oldOnes) await balancer.add(url);
  const { tokens, teamId } = await signUpPhones(balancer.url, PHONES);
  const db = openDatabase(location, () => {});
  onTestFinished(() => db.destroy());
  await limitToOneEmailPerPress(db, teamId);
  const confirmed = { email_confirmed_at: new Date().toISOString() };
  await db.updateTable('team').set(confirmed).where('id', '=', teamId).execute();
  const accountEmails = (await smtp.waitFor(1)).length;
  const phones = startSteadyPhones(balancer.url, { tokens, rate: RATE });
  await phones.more(PRESSES);
  expect(await isMigrated(db)).toBe(false);

  const newOne = await start();
  expect(await isMigrated(db)).toBe(true);
  await balancer.add(newOne.url);
  const before = oldOnes.map(({ url }) => balancer.answered(url));
  await phones.more(PRESSES);
  // Both versions serve presses on the new tables.
  for (const [index, { url }] of oldOnes.entries())
    expect(balancer.answered(url)).toBeGreaterThan(before[index] ?? 0);
  await answers(newOne.url);

  await oldOnes[0].end('SIGKILL');
  await balancer.removed(oldOnes[0].url);
  const restarted = await start(previous.entry);
  await balancer.add(restarted.url);
  await phones.more(PRESSES);
  await answers(restarted.url);

  const replacements: string[] = [];
  for (const old of [oldOnes[1], restarted]) {
    const replacement = await start();
    replacements.push(replacement.url);
    await balancer.add(replacement.url);
    await stop(old);
    await phones.more(PRESSES);
    await answers(replacement.url);
  }
  await phones.stop();
  expect(phones.failed).toEqual([]);
  for (const url of [newOne.url, ...replacements]) expect(balancer.failed(url)).toBe(0);
  // A press has a second attempt only if the killed server has not answered the first one.
  const repeated = phones.acknowledged.filter(({ attempts }) => attempts > 1);
  expect(repeated.length).toBeLessThanOrEqual(balancer.failed(oldOnes[0].url));
  await waitUntilDelivered(db, 60_000);
  const received = smtp.mails.slice(accountEmails);
  const { problems } = await countDeliveries(db, phones.acknowledged, received);
  expect(problems).toEqual([]);
}, 240_000);
