import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startTwilio } from '../src/testing/providers/twilio.ts';
import { testMetrics } from '../src/testing/processes/metrics-server.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** The example alert rules and the example dashboard, with the real Prometheus. */

const pathOf = (file: string) => fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url));

test('each example alert fires in its first cause, and none in normal operation', () => {
  const output = execFileSync('promtool', ['test', 'rules', pathOf('prometheus/alerts.test.yml')], {
    encoding: 'utf8',
  });
  expect(output).toMatch(/SUCCESS/);
});

test('the example configuration is valid, and so are its rules', () => {
  const output = execFileSync('promtool', ['check', 'config', pathOf('prometheus/prometheus.yml')], {
    encoding: 'utf8',
  });
  expect(output).toMatch(/valid prometheus config/);
  expect(output).toMatch(/\d+ rules found/);
});

test('promtool has nothing to say about the metrics', async () => {
  const { text } = await testMetrics().text();
  expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
});

/** Some have no values on SQLite, which has no connections to count. */
function dashboardQueries(): string[] {
  const { panels } = JSON.parse(readFileSync(pathOf('grafana/callpoint.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function serverWithMetrics() {
  const { db, location } = await testDatabase();
  // Without Twilio, SMS of the default settings would be held, which raises an alert.
  const [smtp, twilio] = [await startSmtpServer(), await startTwilio()];
  onTestFinished(async () => void (await Promise.all([smtp.close(), twilio.close()])));
  const team = await buildTeam(db, { email: 'owner@ridgeline.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ana Flores' });
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, ...twilio.variables, METRICS_LISTEN: '127.0.0.1:0' },
  });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const press = async () =>
    await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: crypto.randomUUID(),
        button_id: 1,
        location: { lat: 38.9, lng: -77 },
      }),
    });
  return { press, metricsUrl: new URL(await server.line(/"metrics":"([^"]+)"/)) };
}

/** Starts Prometheus, which reads the metrics each second and has the example rules. Returns its URL. */
async function startPrometheus(target: string): Promise<string> {
  const folder = temporaryFolder('callpoint-prometheus-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'prometheus.yml');
  const port = await freePort();
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [pathOf('prometheus/alerts.yml')],
      scrape_configs: [{ job_name: 'callpoint', static_configs: [{ targets: [target] }] }],
    }),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  });
  return `http://127.0.0.1:${port}`;
}

/** The values of a query; none while Prometheus starts. */
async function valuesOf(prometheus: string, query: string): Promise<number[]> {
  const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
    () => null,
  );
  if (!response?.ok) return [];
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
  return data.result.map(({ value }) => Number(value[1]));
}

test('each query of the example dashboard returns values, and a server in normal operation raises no alert', async () => {
  const { press, metricsUrl } = await serverWithMetrics();
  const prometheus = await startPrometheus(metricsUrl.host);
  const withoutValues = async () => {
    expect((await press()).status).toBe(200);
    const values = await Promise.all(
      dashboardQueries().map(async (query) => ({ query, values: await valuesOf(prometheus, query) })),
    );
    return values.filter((one) => one.values.every((value) => Number.isNaN(value))).map(({ query }) => query);
  };
  expect(dashboardQueries().length).toBeGreaterThan(10);
  await expect.poll(withoutValues, { interval: 500, timeout: 120_000 }).toEqual([]);
  expect(await valuesOf(prometheus, 'up{job="callpoint"}')).toEqual([1]);
  expect(await valuesOf(prometheus, 'ALERTS')).toEqual([]);
});
