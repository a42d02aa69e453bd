import { onTestFinished } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { limitToOneEmailPerPress } from '../crashes/delivery-count.ts';
import { testDatabase } from '../databases/database.ts';
import { startSmtpServer } from '../providers/smtp.ts';
import { BEHIND_PROXY } from '../server.ts';
import { startServerProcess } from './server-process.ts';
import { startTraceCollector } from './trace-collector.ts';

/** The trace of each press, as the phone's proxy names it. */
export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const PARENT_ID = 'b7ad6b7169203331';

/** A collector that is closed when the test finishes. */
export async function collector(options?: { hangs: boolean }) {
  const started = await startTraceCollector(options);
  onTestFinished(() => started.close());
  return started;
}

/** A server that exports as these variables say, and a person who presses. */
export async function tracedServer(variables: Record<string, string>) {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const team = await buildTeam(db, { email: 'owner@ridgeline.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ana Flores' });
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, ...BEHIND_PROXY, ...variables },
  });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const press = async (body: object = {}) =>
    await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` },
      body: JSON.stringify({
        client_id: crypto.randomUUID(),
        button_id: 1,
        location: { lat: 38.9, lng: -77 },
        ...body,
      }),
    });
  return { server, smtp, token, press };
}
