import { expect, onTestFinished, test } from 'vitest';
import { buildSession, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { describeLocation } from '../src/db/connection.ts';
import { emptyLocation, testDatabase } from '../src/testing/databases/database.ts';
import {
  waitUntilDelivered,
  countDeliveries,
  limitToOneEmailPerPress,
} from '../src/testing/crashes/delivery-count.ts';
import { gate } from '../src/testing/outbox.ts';
import { startPressClients } from '../src/testing/crashes/press-clients.ts';
import { logLines, startProblem, startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';

test('on SIGTERM under load, acknowledged presses are stored, and emails in flight are finished and sent once', async () => {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const start = () => startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  await limitToOneEmailPerPress(db, team.id);

  // The mail server has received some emails completely, and delays its replies.
  const { opened, open } = gate();
  const inFlight = gate();
  let waiting = 0;
  smtp.behave(async ({ at }) => {
    if (at !== 'data') return;
    waiting += 1;
    if (waiting === 3) inFlight.open();
    await opened;
  });
  const first = await start();
  const clients = startPressClients({
    token: await buildSession(db, 'app_user', user.id),
    presses: 400,
    connections: 10,
  });
  clients.connectTo(first.url);
  await inFlight.opened;
  clients.connectTo(null);
  const ended = first.end('SIGTERM');
  await first.printed('the server stops');
  open();
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });

  const stored = await db.selectFrom('button_click').select('id').execute();
  const acknowledged = clients.acknowledged.map(({ id }) => id);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.length).toBeLessThan(400);
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(acknowledged));
  const stillSending = db.selectFrom('delivery').select('id').where('state', '=', 'sending');
  expect(await stillSending.execute()).toEqual([]);

  const second = await start();
  clients.connectTo(second.url);
  await clients.done;
  await waitUntilDelivered(db, 60_000);
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
  const count = await countDeliveries(db, clients.acknowledged, smtp.mails);
  expect(count).toMatchObject({ problems: [], lost: 0, duplicates: 0 });
});

test.for([
  [{ PORT: '99999' }, 'Settings: PORT must be a port from 0 to 65535'],
  [
    { DATABASE_URL: 'mysql://localhost/x', MAIL_FROM: 'nobody' },
    'Settings: DATABASE_URL must be an address that starts with postgres:// or postgresql://; MAIL_FROM must be an email address',
  ],
] as const)(
  'invalid settings are one line of the log, and exit with code 1: %o',
  async ([variables, problem]) => {
    expect(await startProblem({ variables })).toBe(problem);
  },
);

test('a start and a stop are lines of the log, whatever its level, and the password of the first administrator is not', async () => {
  const location = await emptyLocation();
  const start = (variables: Record<string, string>) =>
    startServerProcess(location, {
      variables: {
        SECRET_KEY: 'a'.repeat(64),
        LOG_LEVEL: 'silent',
        METRICS_LISTEN: '127.0.0.1:0',
        ...variables,
      },
    });
  const first = await start({ ADMIN_PASSWORD: '' });
  const { stdout, stderr } = await first.end('SIGTERM');
  const [running, created, stopping, ...others] = logLines(stdout);
  expect(running).toMatchObject({
    level: 30,
    time: expect.any(Number),
    url: first.url,
    console: `${first.url}/app/`,
    data: describeLocation(location),
    channels: ['push'],
    metrics: expect.stringMatching(/^http:.*\/metrics$/),
    msg: 'the server is running',
  });
  expect(created).toMatchObject({
    level: 30,
    msg: 'the first administrator was created',
  });
  expect(stderr).toMatch(/^The password of the first administrator, which is not shown again: \S+\n$/);
  expect(stdout).not.toContain('admin@');
  expect(stdout).not.toContain(stderr.trimEnd().split(' ').at(-1));
  expect(stopping).toMatchObject({ level: 30, msg: expect.stringMatching(/^the server stops/) });
  expect(others).toEqual([]);
  const second = await start({ PUBLIC_URL: 'https://safety.example' });
  const lines = logLines((await second.end('SIGTERM')).stdout);
  expect(lines.map(({ console: address }) => address)).toEqual(['https://safety.example/app/', undefined]);
});
