import { Agent } from 'node:http';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { percentile } from './support/statistics.ts';
import { withBenchDatabases, createPhoneToken } from './support/bench-databases.ts';
import { pressAtRate } from './support/load/paced-presses.ts';
import type { Figure, Section } from './support/report.ts';

const PER_SECOND = 50;
const SECONDS = 20;
/** Not counted: during the first presses, the server's code is not compiled yet. */
const WARM_UP_SECONDS = 3;
/** The limit of the 99th percentile. */
const MAX_P99_MS = 100;

/** The time from sending a press until the mail server has accepted its emails, at a fixed rate of presses. */
export async function mail(): Promise<Section> {
  const { first, last, response } = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('mail');
    const token = await createPhoneToken(db);
    const smtp = await startSmtpServer();
    const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
    const agent = new Agent({ keepAlive: true });
    try {
      const url = `${server.url}/mapi/v1/button_click?token=${token}`;
      const all = await pressAtRate([url], agent, PER_SECOND, WARM_UP_SECONDS + SECONDS);
      const presses = all.slice(PER_SECOND * WARM_UP_SECONDS);
      const planned = await db
        .selectFrom('delivery')
        .innerJoin('button_click', 'button_click.id', 'delivery.button_click_id')
        .select(['client_id', 'message_key'])
        .where('channel', '=', 'email')
        .execute();
      await smtp.waitFor(planned.length);
      const acceptedAt = new Map(
        smtp.mails.map(({ messageId, at }) => [messageId.slice(1).split('@')[0], at]),
      );
      const byPress = Map.groupBy(planned, ({ client_id }) => client_id);
      const times = presses.map(({ clientId, sentAt }) =>
        (byPress.get(clientId) ?? []).map(
          ({ message_key }) => (acceptedAt.get(message_key) ?? Infinity) - sentAt,
        ),
      );
      return {
        first: times.map((emails) => Math.min(...emails)),
        last: times.map((emails) => Math.max(...emails)),
        response: presses.map(({ respondedAt, sentAt }) => respondedAt - sentAt),
      };
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
      await smtp.close();
    }
  });
  const figure = (label: string, times: readonly number[], hasTarget: boolean): Figure => ({
    label,
    ours: `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    baseline: null,
    ratio: null,
    target: hasTarget
      ? { text: `p99 under ${MAX_P99_MS} ms`, isMet: percentile(times, 99) < MAX_P99_MS }
      : null,
  });
  return {
    name: 'mail',
    title: 'From press to email',
    description: [
      `${PER_SECOND} presses a second for ${SECONDS} s, sent at a fixed rate without waiting for responses, after a warm-up of ${WARM_UP_SECONDS} s; on SQLite, with an SMTP server on loopback.`,
      'Measured from sending the press until the mail server has accepted the email. With a new subscriber’s default settings, each press sends two emails: to the safety team and to the user.',
    ],
    figures: [
      figure('response to the press', response, false),
      figure('first email accepted', first, true),
      figure('last email accepted', last, true),
    ],
  };
}
