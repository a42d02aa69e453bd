import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { pressBody, readTemplate } from './presses.ts';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { type Call, measureSpeed, type Speed } from './support/load.ts';
import { measurePgbench } from './support/pgbench.ts';
import type { Figure, Section } from './support/report.ts';
import { median } from './support/statistics.ts';

const BUTTON = 2;
const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = 20;
const ROUNDS = 5;
const SECONDS = 4;
const MIN_RATIO = 0.5;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;

/** Presses a second of several server processes on one PostgreSQL database, compared with pgbench. */
export async function scale(): Promise<Section> {
  const figures = await withBenchDatabases('postgres', async (databases) => {
    const { db, location } = await databases.create('scale');
    const baseline = await databases.create('pgbench');
    if (location.kind !== 'postgres' || baseline.location.kind !== 'postgres')
      throw new Error('not PostgreSQL');
    const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
    await createPhoneTokens(baseline.db, 1, 1);
    // Without a mail server, each press would raise an alarm.
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const start = () =>
      startServerProcess(location, {
        variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alerts@callpoint.example' },
      });
    let next = 0;
    const call: Call = {
      method: 'POST',
      path: '/mapi/v1/button_click',
      query: () => `?token=${tokens[next++ % tokens.length]}`,
      body: () => pressBody(BUTTON),
    };
    const servers = [await start()];
    try {
      await fetch(`${servers[0]?.url}${call.path}?token=${tokens[0]}`, {
        method: 'POST',
        body: pressBody(BUTTON),
        headers: { 'content-type': 'application/json' },
      });
      const template = await readTemplate(db);
      const { url } = baseline.location;
      const runBaseline = () => measurePgbench(url, databases.folder, template, CONNECTIONS, SECONDS);
      const rows: Figure[] = [];
      for (const count of PROCESSES) {
        while (servers.length < count) servers.push(await start());
        const urls = servers.map((server) => server.url);
        await press(urls, call);
        const rounds: { ours: Speed; theirs: number }[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const ours = await press(urls, call);
          rounds.push({ ours, theirs: await runBaseline() });
        }
        rows.push(figureOf(count, rounds));
      }
      return rows;
    } finally {
      for (const server of servers) await server.end('SIGKILL');
      silent.close();
    }
  });
  return {
    name: 'scale',
    title: 'Several processes',
    description: [
      `Presses of button ${BUTTON} on PostgreSQL over ${CONNECTIONS} connections, spread evenly over the processes; medians of ${ROUNDS} rounds of ${SECONDS} s. ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people press in turn.`,
      `The baseline is pgbench, which inserts the same rows with the same texts into the same tables over as many connections, one commit for each press, in alternating rounds. The load, the processes and PostgreSQL share the cores of this machine: with two cores, more processes show that nothing breaks, not how the product scales.`,
      'The response of a press is sent after its commit; the mail server does not respond.',
    ],
    figures,
  };
}

/** The sum of the speeds of all servers at the same time. */
async function press(urls: readonly string[], call: Call): Promise<Speed> {
  const speeds = await Promise.all(
    urls.map((url) => measureSpeed({ url, call }, SECONDS, CONNECTIONS / urls.length)),
  );
  return {
    perSecond: speeds.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: median(speeds.map(({ p50 }) => p50)),
    p99: Math.max(...speeds.map(({ p99 }) => p99)),
  };
}

function figureOf(count: number, rounds: readonly { ours: Speed; theirs: number }[]): Figure {
  const ratio = median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs));
  const [ours, theirs] = [
    median(rounds.map((round) => round.ours.perSecond)),
    median(rounds.map((round) => round.theirs)),
  ];
  const format = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en-US')}/s`;
  return {
    label: count === 1 ? '1 process' : `${count} processes`,
    ours: `${format(ours)}, p99 ${median(rounds.map((round) => round.ours.p99)).toFixed(1)} ms`,
    baseline: format(theirs),
    ratio,
    target: { text: `at least ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
  };
}
