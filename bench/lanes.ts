import { Agent } from 'node:http';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import type { Db } from '@callpoint/server/db/tables';
import { limitToOneEmailPerPress } from '@callpoint/server/testing/crashes/delivery-count';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startSmtpServer, type SmtpBehavior } from '@callpoint/server/testing/providers/smtp';
import { startTwilio } from '@callpoint/server/testing/providers/twilio';
import { percentile } from './support/statistics.ts';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { pressAtRate } from './support/load/paced-presses.ts';
import type { Section } from './support/report.ts';

/** Presses a second whose emails go to healthy and to unhealthy hosts. */
const RATE = { healthy: 40, unhealthy: 10 };
const HOSTS = 20;
/** Not counted: the server recognizes a slow host after 3 s. */
const WARM_UP_SECONDS = 5;
const SECONDS = 12;
const ROUNDS = 2;
/** Not an emergency, because emergencies have separate connections. */
const BUTTON = 2;
const MAX_RATIO = 2;

const waitOneMinute = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000).unref());
/** The misbehavior of each unhealthy host, by the recipient's host. */
const UNHEALTHY_HOSTS: Record<string, SmtpBehavior> = {
  'silent.example': async ({ at }) => (at === 'rcpt' ? waitOneMinute() : undefined),
  'slow.example': async ({ at }) => {
    if (at === 'data') await new Promise((resolve) => setTimeout(resolve, 4000));
  },
  'greylisting.example': ({ at }) => (at === 'rcpt' ? { code: 451, text: '4.7.1 Later' } : undefined),
  'rejecting.example': ({ at }) => (at === 'rcpt' ? { code: 550, text: '5.1.1 Unknown' } : undefined),
  'disconnecting.example': ({ at }) => (at === 'data' ? 'cut' : undefined),
};

/**
 * The time from press to email for healthy hosts while other hosts are unhealthy, compared with a run without unhealthy
 * hosts.
 */
export async function lanes(): Promise<Section> {
  const times: Record<'unhealthy' | 'healthy', number[]> = { unhealthy: [], healthy: [] };
  await withBenchDatabases('sqlite', async (databases) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      times.healthy.push(...(await measureDelays(databases, `healthy-${round}`, false)));
      times.unhealthy.push(...(await measureDelays(databases, `unhealthy-${round}`, true)));
    }
  });
  const format = (values: readonly number[]) =>
    `p50 ${percentile(values, 50).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`;
  const ratio = percentile(times.unhealthy, 99) / percentile(times.healthy, 99);
  return {
    name: 'lanes',
    title: 'Next to unhealthy hosts',
    description: [
      `${RATE.healthy} presses a second for ${SECONDS} s, each with one email to one of ${HOSTS} healthy hosts, on SQLite; measured from sending the press until its email is accepted.`,
      `At the same time, the emails of ${RATE.unhealthy} presses a second go to unhealthy hosts: one is silent, one takes 4 s for each email, one greylists, one rejects and one closes the connection after the text; and the SMS provider does not respond. Compared with the same presses without unhealthy hosts, in alternating rounds.`,
      `The first ${WARM_UP_SECONDS} s of each round do not count: the server recognizes a slow host after 3 s. The ratio compares the 99th percentiles.`,
      'All emails go to one mail server, which greets a new connection after 100 ms; hosts whose connections fail have separate connections.',
    ],
    figures: [
      {
        label: 'email to healthy hosts',
        ours: format(times.unhealthy),
        baseline: format(times.healthy),
        ratio,
        target: { text: `at most ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
      },
    ],
  };
}

/** The milliseconds from press to email of each press to a healthy host. */
async function measureDelays(
  databases: BenchDatabases,
  name: string,
  withUnhealthy: boolean,
): Promise<number[]> {
  const { db, location } = await databases.create(name);
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  smtp.behave((step) => UNHEALTHY_HOSTS[step.to.slice(step.to.indexOf('@') + 1)]?.(step));
  if (withUnhealthy) provider.behave(waitOneMinute);
  const healthy = await createTokens(
    db,
    Array.from({ length: HOSTS }, (_, number) => `healthy-${number}.example`),
  );
  const unhealthy = withUnhealthy ? await createTokens(db, Object.keys(UNHEALTHY_HOSTS)) : [];
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, ...provider.variables },
  });
  const agent = new Agent({ keepAlive: true });
  const urls = (tokens: readonly string[]) =>
    tokens.map((token) => `${server.url}/mapi/v1/button_click?token=${token}`);
  try {
    const seconds = WARM_UP_SECONDS + SECONDS;
    const [presses] = await Promise.all([
      pressAtRate(urls(healthy), agent, RATE.healthy, seconds, BUTTON),
      unhealthy.length > 0 ? pressAtRate(urls(unhealthy), agent, RATE.unhealthy, seconds, BUTTON) : [],
    ]);
    const toHealthy = () => smtp.mails.filter(({ to }) => to[0]?.includes('@healthy-'));
    while (toHealthy().length < presses.length) await smtp.waitFor(smtp.mails.length + 1);
    const keys = await db
      .selectFrom('delivery')
      .innerJoin('button_click', 'button_click.id', 'delivery.button_click_id')
      .select(['client_id', 'message_key'])
      .where('channel', '=', 'email')
      .execute();
    const keyOf = new Map(keys.map(({ client_id, message_key }) => [client_id, message_key]));
    const acceptedAt = new Map(
      toHealthy().map(({ messageId, at }) => [messageId.slice(1).split('@')[0], at]),
    );
    return presses
      .slice(RATE.healthy * WARM_UP_SECONDS)
      .map(({ clientId, sentAt }) => (acceptedAt.get(keyOf.get(clientId)) ?? Infinity) - sentAt);
  } finally {
    agent.destroy();
    // SIGTERM would wait for the silent hosts.
    await server.end('SIGKILL');
    await Promise.all([smtp.close(), provider.close()]);
  }
}

/**
 * Creates for each host a subscriber and an app user, and returns the users' tokens. A press of the user sends one
 * email, to that host.
 */
async function createTokens(db: Db, hosts: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const host of hosts) {
    const team = await buildTeam(db, { email: `safety@${host}` });
    await limitToOneEmailPerPress(db, team.id);
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
  }
  return tokens;
}
