import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plannedEmail, testOutbox } from '@callpoint/server/testing/outbox';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startSmtpServer, type ReceivedEmail } from '@callpoint/server/testing/providers/smtp';
import { median } from './support/statistics.ts';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import type { Section } from './support/report.ts';

const EMAILS = 4000;
const HOSTS = 50;
const ROUNDS = 9;
const MIN_RATIO = 0.85;
const BASELINE = fileURLToPath(new URL('baselines/outbox-nodemailer.ts', import.meta.url));

/** Emails a second from a full outbox to a local mail server, compared with nodemailer alone. */
export async function outbox(): Promise<Section> {
  const rounds = await withBenchDatabases('sqlite', async (databases) => {
    const results: { ours: number; baseline: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const baseline = await measureBaseline(databases);
      results.push({ ours: await measureOurs(databases, round), baseline });
    }
    return results;
  });
  const ratio = median(rounds.map(({ ours, baseline }) => ours / baseline));
  const perSecond = (speed: number) => `${Math.round(speed).toLocaleString('en-US')} emails/s`;
  return {
    name: 'outbox',
    title: 'From the outbox to the mail server',
    description: [
      `${EMAILS.toLocaleString('en-US')} emails to ${HOSTS} hosts wait in the outbox (SQLite) when the server starts; measured from the first to the last that an SMTP server on loopback accepts, over 10 connections (those for emergencies are idle).`,
      'Callpoint claims each message, sends it and records its attempt, durably. The baseline is nodemailer, which sends the same emails from memory and records nothing.',
    ],
    figures: [
      {
        label: 'emails a second',
        ours: perSecond(median(rounds.map(({ ours }) => ours))),
        baseline: perSecond(median(rounds.map(({ baseline }) => baseline))),
        ratio,
        target: { text: `at least ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
      },
    ],
  };
}

const MESSAGES = Array.from({ length: EMAILS }, (_, number) =>
  plannedEmail({ address: `person-${number}@host-${number % HOSTS}.example` }),
);

function calculateSpeed(emails: readonly ReceivedEmail[]): number {
  const [first, last] = [emails[0]?.at ?? 0, emails.at(-1)?.at ?? 0];
  return (emails.length - 1) / ((last - first) / 1000);
}

async function measureOurs(databases: BenchDatabases, round: number): Promise<number> {
  const { db, location } = await databases.create(`outbox-${round}`);
  await (await testOutbox(db)).press(MESSAGES);
  const smtp = await startSmtpServer();
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  try {
    return calculateSpeed(await smtp.waitFor(EMAILS));
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
  }
}

async function measureBaseline({ folder }: BenchDatabases): Promise<number> {
  const file = join(folder, 'emails.json');
  writeFileSync(file, JSON.stringify(MESSAGES));
  const smtp = await startSmtpServer();
  try {
    const child = fork(BASELINE, [smtp.url, file]);
    await once(child, 'exit');
    return calculateSpeed(await smtp.waitFor(EMAILS));
  } finally {
    await smtp.close();
  }
}
