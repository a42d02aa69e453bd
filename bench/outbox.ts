import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plannedMail, testOutbox } from '@callpoint/server/testing/outbox';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startSmtpServer, type ReceivedMail } from '@callpoint/server/testing/smtp';
import { median } from './support/statistics.ts';
import { onGround, type Ground } from './support/bench-databases.ts';
import type { Section } from './support/report.ts';

const MAILS = 4000;
const HOSTS = 50;
const ROUNDS = 9;
const WANTED = 0.7;
const BARE = fileURLToPath(new URL('baselines/outbox-nodemailer.ts', import.meta.url));

/** Messages a second from a full outbox to a local mail server, beside nodemailer alone. */
export async function outbox(): Promise<Section> {
  const rounds = await onGround('sqlite', async (ground) => {
    const all: { ours: number; bare: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const bare = await speedOfBare(ground);
      all.push({ ours: await speedOfOurs(ground, round), bare });
    }
    return all;
  });
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare));
  const perSecond = (speed: number) => `${Math.round(speed).toLocaleString('en-US')} mails/s`;
  return {
    name: 'outbox',
    title: 'From the outbox to the mail server',
    setting: [
      `${MAILS.toLocaleString('en-US')} mails to ${HOSTS} hosts wait in the outbox (SQLite) when the server starts; counted from the first to the last that an SMTP server on loopback takes, over 10 connections (those for emergencies rest).`,
      'Callpoint claims each message, sends it and records its attempt, durably. Beside it nodemailer sends the same mails from memory and records nothing.',
    ],
    figures: [
      {
        what: 'mails a second',
        ours: perSecond(median(rounds.map(({ ours }) => ours))),
        beside: perSecond(median(rounds.map(({ bare }) => bare))),
        ratio,
        wanted: { text: `at least ${WANTED}`, reached: ratio >= WANTED },
      },
    ],
  };
}

const MESSAGES = Array.from({ length: MAILS }, (_, number) =>
  plannedMail({ address: `person-${number}@host-${number % HOSTS}.example` }),
);

function speedOf(mails: readonly ReceivedMail[]): number {
  const [first, last] = [mails[0]?.at ?? 0, mails.at(-1)?.at ?? 0];
  return (mails.length - 1) / ((last - first) / 1000);
}

async function speedOfOurs(ground: Ground, round: number): Promise<number> {
  const { db, location } = await ground.database(`outbox-${round}`);
  await (await testOutbox(db)).press(MESSAGES);
  const smtp = await startSmtpServer();
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  try {
    return speedOf(await smtp.waitFor(MAILS));
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
  }
}

async function speedOfBare({ folder }: Ground): Promise<number> {
  const file = join(folder, 'mails.json');
  writeFileSync(file, JSON.stringify(MESSAGES));
  const smtp = await startSmtpServer();
  try {
    const child = fork(BARE, [smtp.url, file]);
    await once(child, 'exit');
    return speedOf(await smtp.waitFor(MAILS));
  } finally {
    await smtp.close();
  }
}
