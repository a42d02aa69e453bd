import { Agent } from 'node:http';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import type { Db } from '@callpoint/server/db/tables';
import { oneMailPerPress } from '@callpoint/server/testing/delivery-count';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startSmtpServer, type SmtpBehaviour } from '@callpoint/server/testing/smtp';
import { startTwilio } from '@callpoint/server/testing/twilio';
import { percentile } from './support/figures.ts';
import { onGround, type Ground } from './support/ground.ts';
import { pressAt } from './support/press-at.ts';
import type { Section } from './support/report.ts';

/** Presses a second of subscribers whose mail hosts are well, and of those whose are not. */
const RATE = { well: 40, ill: 10 };
const HOSTS = 20;
/** Not counted: a slow host is known as one after 3 s. */
const WARM_UP_SECONDS = 5;
const SECONDS = 12;
const ROUNDS = 2;
/** No emergency: those have places of their own. */
const BUTTON = 2;
const MOST = 2;

const LATER = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000).unref());
/** By the host of the recipient, at which step and how. */
const ILL: Record<string, SmtpBehaviour> = {
  'silent.example': async ({ at }) => (at === 'rcpt' ? LATER() : undefined),
  'slow.example': async ({ at }) => {
    if (at === 'data') await new Promise((resolve) => setTimeout(resolve, 4000));
  },
  'greylisting.example': ({ at }) => (at === 'rcpt' ? { code: 451, text: '4.7.1 Later' } : undefined),
  'refusing.example': ({ at }) => (at === 'rcpt' ? { code: 550, text: '5.1.1 Unknown' } : undefined),
  'cutting.example': ({ at }) => (at === 'data' ? 'cut' : undefined),
};

/** From press to mail by way of hosts that are well, while others are ill, beside the same without them. */
export async function lanes(): Promise<Section> {
  const times: Record<'ill' | 'well', number[]> = { ill: [], well: [] };
  await onGround('sqlite', async (ground) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      times.well.push(...(await pressToMail(ground, `well-${round}`, false)));
      times.ill.push(...(await pressToMail(ground, `ill-${round}`, true)));
    }
  });
  const words = (of: readonly number[]) =>
    `p50 ${percentile(of, 50).toFixed(1)} ms, p99 ${percentile(of, 99).toFixed(1)} ms`;
  const ratio = percentile(times.ill, 99) / percentile(times.well, 99);
  return {
    name: 'lanes',
    title: 'Beside hosts that are ill',
    setting: [
      `${RATE.well} presses a second for ${SECONDS} s, each with one mail to one of ${HOSTS} hosts that are well, on SQLite; from the press leaving to its mail being taken.`,
      `With it ${RATE.ill} presses a second to a host that is silent, one that takes 4 s for each mail, one that greylists, one that refuses and one that cuts the connection after the text, and an SMS provider that does not answer; beside it the same without them, in turns.`,
      `The first ${WARM_UP_SECONDS} s of each turn do not count: a slow host is known as one after 3 s. The ratio is of the 99th percentiles.`,
      'All leave by one mail server, which greets a new connection after 100 ms: hosts by which connections break have some apart.',
    ],
    figures: [
      {
        what: 'mail to hosts that are well',
        ours: words(times.ill),
        beside: words(times.well),
        ratio,
        wanted: { text: `at most ${MOST}`, reached: ratio <= MOST },
      },
    ],
  };
}

/** In milliseconds, of each press to a host that is well. */
async function pressToMail(ground: Ground, name: string, withIll: boolean): Promise<number[]> {
  const { db, location } = await ground.database(name);
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  smtp.behave((step) => ILL[step.to.slice(step.to.indexOf('@') + 1)]?.(step));
  if (withIll) provider.behave(LATER);
  const well = await tokensOf(
    db,
    Array.from({ length: HOSTS }, (_, number) => `well-${number}.example`),
  );
  const ill = withIll ? await tokensOf(db, Object.keys(ILL)) : [];
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, ...provider.variables },
  });
  const agent = new Agent({ keepAlive: true });
  const urls = (tokens: readonly string[]) =>
    tokens.map((token) => `${server.url}/mapi/v1/button_click?token=${token}`);
  try {
    const seconds = WARM_UP_SECONDS + SECONDS;
    const [left] = await Promise.all([
      pressAt(urls(well), agent, RATE.well, seconds, BUTTON),
      ill.length > 0 ? pressAt(urls(ill), agent, RATE.ill, seconds, BUTTON) : [],
    ]);
    const toWell = () => smtp.mails.filter(({ to }) => to[0]?.includes('@well-'));
    while (toWell().length < left.length) await smtp.waitFor(smtp.mails.length + 1);
    const keys = await db
      .selectFrom('delivery')
      .innerJoin('button_click', 'button_click.id', 'delivery.button_click_id')
      .select(['client_id', 'message_key'])
      .where('channel', '=', 'email')
      .execute();
    const keyOf = new Map(keys.map(({ client_id, message_key }) => [client_id, message_key]));
    const takenAt = new Map(toWell().map(({ messageId, at }) => [messageId.slice(1).split('@')[0], at]));
    return left
      .slice(RATE.well * WARM_UP_SECONDS)
      .map(({ clientId, at }) => (takenAt.get(keyOf.get(clientId)) ?? Infinity) - at);
  } finally {
    agent.destroy();
    // It would wait for the silent ones.
    await server.end('SIGKILL');
    await Promise.all([smtp.close(), provider.close()]);
  }
}

/** The token of an app user of a new subscriber for each host, whose one mail of a press goes there. */
async function tokensOf(db: Db, hosts: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const host of hosts) {
    const team = await buildTeam(db, { email: `safety@${host}` });
    await oneMailPerPress(db, team.id);
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
  }
  return tokens;
}
