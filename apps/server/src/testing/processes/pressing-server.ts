import { onTestFinished } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { limitToOneEmailPerPress } from '../crashes/delivery-count.ts';
import { testDatabase } from '../databases/database.ts';
import { startSmtpServer } from '../providers/smtp.ts';
import { startServerProcess } from './server-process.ts';

/**
 * A server process with a mail server, and a phone that presses; each press sends one email.
 * @param variables further settings of the server
 * @param end the signal that ends it when the test finishes
 */
export async function startPressingServer(variables: Record<string, string>, end: 'SIGTERM' | 'SIGKILL') {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const team = await buildTeam(db, { email: 'owner@ridgeline.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ana Flores' });
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url, ...variables } });
  onTestFinished(async () => void (await server.end(end)));
  const press = async (body: object, headers: Record<string, string> = {}) =>
    await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { db, smtp, server, token, press };
}
