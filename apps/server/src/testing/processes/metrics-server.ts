import { onTestFinished } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { limitToOneEmailPerPress } from '../crashes/delivery-count.ts';
import { testDatabase } from '../databases/database.ts';
import { startSmtpServer } from '../providers/smtp.ts';
import { startServerProcess } from './server-process.ts';

export const read = async (url: string) => await (await fetch(url)).text();
/** As Prometheus does by default. */
export const readInTime = async (url: string) =>
  await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text();

/** The value of a metric with exactly these labels; undefined if it has none. */
export function valueOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}

/** A real server with metrics at `url`, and a phone that presses. */
export async function serverWithMetrics({ smtpUrl }: { smtpUrl?: string } = {}) {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const team = await buildTeam(db, { email: 'owner@ridgeline.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ana Flores' });
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtpUrl ?? smtp.url, METRICS_LISTEN: '127.0.0.1:0' },
  });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const press = async (body: object) =>
    await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { db, smtp, server, press, url: await server.line(/Metrics: (\S+)/) };
}
