import { Agent } from 'node:http';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startSmtpServer } from '@callpoint/server/testing/smtp';
import { percentile } from './support/statistics.ts';
import { onGround, phoneToken } from './support/bench-databases.ts';
import { pressAt } from './support/paced-presses.ts';
import type { Figure, Section } from './support/report.ts';

const PER_SECOND = 50;
const SECONDS = 20;
/** Not counted: the first presses find a server that has compiled nothing yet. */
const WARM_UP_SECONDS = 3;
/** For the 99th percentile, in milliseconds. */
const WANTED_MS = 100;

/** From a press leaving the phone to the mail server having taken its mails, at a fixed rate whatever the answers. */
export async function mail(): Promise<Section> {
  const { first, last, answer } = await onGround('sqlite', async (ground) => {
    const { db, location } = await ground.database('mail');
    const token = await phoneToken(db);
    const smtp = await startSmtpServer();
    const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
    const agent = new Agent({ keepAlive: true });
    try {
      const url = `${server.url}/mapi/v1/button_click?token=${token}`;
      const all = await pressAt([url], agent, PER_SECOND, WARM_UP_SECONDS + SECONDS);
      const left = all.slice(PER_SECOND * WARM_UP_SECONDS);
      const planned = await db
        .selectFrom('delivery')
        .innerJoin('button_click', 'button_click.id', 'delivery.button_click_id')
        .select(['client_id', 'message_key'])
        .where('channel', '=', 'email')
        .execute();
      await smtp.waitFor(planned.length);
      const takenAt = new Map(smtp.mails.map(({ messageId, at }) => [messageId.slice(1).split('@')[0], at]));
      const byPress = Map.groupBy(planned, ({ client_id }) => client_id);
      const times = left.map(({ clientId, at }) =>
        (byPress.get(clientId) ?? []).map(({ message_key }) => (takenAt.get(message_key) ?? Infinity) - at),
      );
      return {
        first: times.map((mails) => Math.min(...mails)),
        last: times.map((mails) => Math.max(...mails)),
        answer: left.map(({ answered, at }) => answered - at),
      };
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
      await smtp.close();
    }
  });
  const figure = (what: string, times: readonly number[], isJudged: boolean): Figure => ({
    what,
    ours: `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    beside: null,
    ratio: null,
    wanted: isJudged
      ? { text: `p99 under ${WANTED_MS} ms`, reached: percentile(times, 99) < WANTED_MS }
      : null,
  });
  return {
    name: 'mail',
    title: 'From press to mail',
    setting: [
      `${PER_SECOND} presses a second for ${SECONDS} s, sent on time whether or not the earlier ones were answered, after ${WARM_UP_SECONDS} s that do not count; on SQLite, with an SMTP server on loopback.`,
      'From the press leaving to the mail server having taken its mail: a new subscriber’s default settings make two of each press, to the safety team and to the user.',
    ],
    figures: [
      figure('the press is answered', answer, false),
      figure('its first mail is taken', first, true),
      figure('its last mail is taken', last, true),
    ],
  };
}
