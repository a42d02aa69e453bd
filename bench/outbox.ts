import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plannedEmail, testOutbox } from '@callpoint/server/testing/outbox';
import { startServerProcess, type ServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startSmtpServer, type ReceivedEmail } from '@callpoint/server/testing/providers/smtp';
import { median } from './support/statistics.ts';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

const EMAILS = 4000;
/** More, because several processes do not find them at the same moment. */
const EMAILS_OF_SEVERAL = 12_000;
const HOSTS = 50;
const ROUNDS = 9;
const PROCESSES = [1, 2, 4] as const;
const MIN_RATIO = 0.85;
const BASELINE = fileURLToPath(new URL('baselines/outbox-nodemailer.ts', import.meta.url));

/** Emails a second. */
type Round = { ours: number; baseline: number };

/** Emails a second from a full outbox to a local mail server, compared with nodemailer alone. */
export async function outbox(): Promise<Section> {
  const figures = [
    await withBenchDatabases('sqlite', async (databases) =>
      figureOf('SQLite, 1 process', await measure(databases, EMAILS, startFull), MIN_RATIO),
    ),
  ];
  for (const processes of PROCESSES) {
    const rounds = await withBenchDatabases('postgres', (databases) =>
      measure(databases, EMAILS_OF_SEVERAL, (kind, round) => fillStarted(kind, round, processes)),
    );
    figures.push(
      processes === 1
        ? figureOf('PostgreSQL, 1 process', rounds, MIN_RATIO)
        : figureOf(`PostgreSQL, ${processes} processes`, rounds, null),
    );
  }
  return {
    name: 'outbox',
    title: 'From the outbox to the mail server',
    description: [
      `On SQLite, ${EMAILS.toLocaleString('en-US')} emails to ${HOSTS} hosts wait in the outbox when the server starts; on PostgreSQL, ${EMAILS_OF_SEVERAL.toLocaleString('en-US')} are stored at once while the processes run, each of which looks once a second. Measured from the first to the last that an SMTP server on loopback accepts, over 10 connections of each process (those for emergencies are idle); medians of ${ROUNDS} rounds.`,
      'Callpoint claims each message, sends it and records its attempt, durably. The baseline is nodemailer, which sends the same emails from memory and records nothing. The mail server, PostgreSQL and the processes share the two cores.',
    ],
    figures,
  };
}

function figureOf(label: string, rounds: readonly Round[], minRatio: number | null): Figure {
  const ratios = rounds.map(({ ours, baseline }) => ours / baseline);
  const ratio = median(ratios);
  const perSecond = (speed: number) => `${Math.round(speed).toLocaleString('en-US')} emails/s`;
  return {
    label,
    ours: perSecond(median(rounds.map(({ ours }) => ours))),
    baseline: perSecond(median(rounds.map(({ baseline }) => baseline))),
    ratio,
    ratios,
    target: minRatio === null ? null : { text: `at least ${minRatio}`, isMet: ratio >= minRatio },
  };
}

/** @param count the emails that both send */
async function measure(
  databases: BenchDatabases,
  count: number,
  measureOurs: (databases: BenchDatabases, round: number) => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const baseline = await measureBaseline(databases, count);
    rounds.push({ ours: await measureOurs(databases, round), baseline });
  }
  return rounds;
}

const messagesOf = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    plannedEmail({ address: `person-${number}@host-${number % HOSTS}.example` }),
  );

function calculateSpeed(emails: readonly ReceivedEmail[]): number {
  const [first, last] = [emails[0]?.at ?? 0, emails.at(-1)?.at ?? 0];
  return (emails.length - 1) / ((last - first) / 1000);
}

/** A server that starts with a full outbox. */
async function startFull(databases: BenchDatabases, round: number): Promise<number> {
  const { db, location } = await databases.create(`outbox-${round}`);
  await (await testOutbox(db)).press(messagesOf(EMAILS));
  const smtp = await startSmtpServer();
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  try {
    return calculateSpeed(await smtp.waitFor(EMAILS));
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
  }
}

/** Processes that run when the outbox is filled. */
async function fillStarted(databases: BenchDatabases, round: number, processes: number): Promise<number> {
  const { db, location } = await databases.create(`outbox-${processes}-${round}`);
  const messages = await testOutbox(db);
  const smtp = await startSmtpServer();
  const servers: ServerProcess[] = [];
  try {
    while (servers.length < processes)
      servers.push(await startServerProcess(location, { variables: { SMTP_URL: smtp.url } }));
    await messages.press(messagesOf(EMAILS_OF_SEVERAL));
    return calculateSpeed(await smtp.waitFor(EMAILS_OF_SEVERAL));
  } finally {
    for (const server of servers) await server.end('SIGTERM');
    await smtp.close();
  }
}

async function measureBaseline({ folder }: BenchDatabases, count: number): Promise<number> {
  const file = join(folder, 'emails.json');
  writeFileSync(file, JSON.stringify(messagesOf(count)));
  const smtp = await startSmtpServer();
  try {
    const child = fork(BASELINE, [smtp.url, file]);
    await once(child, 'exit');
    return calculateSpeed(await smtp.waitFor(count));
  } finally {
    await smtp.close();
  }
}
