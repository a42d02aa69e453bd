import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

test('before it stops, a server tells load balancers to send no more, and still accepts presses', async () => {
  const { db, location } = await testDatabase();
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, { variables: { STOP_DELAY: '4' } });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const ready = () => fetch(`${server.url}/readyz`);
  const press = () =>
    fetch(`${server.url}/mapi/v1/button_click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ client_id: crypto.randomUUID(), button_id: 5 }),
    });
  const outcomeOf = async (response: Response) => {
    await response.text();
    return [response.status, response.headers.get('connection')];
  };
  await expect.poll(async () => outcomeOf(await ready())).toEqual([200, 'keep-alive']);
  expect(await outcomeOf(await press())).toEqual([200, 'keep-alive']);

  const ended = server.end('SIGTERM');
  await server.printed('the server stops');
  expect(await outcomeOf(await ready())).toEqual([503, 'close']);
  expect(await outcomeOf(await press())).toEqual([200, 'close']);
  // A second signal changes nothing.
  void server.end('SIGTERM');
  expect(await outcomeOf(await press())).toEqual([200, 'close']);
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(await db.selectFrom('button_click').select('id').execute()).toHaveLength(3);
  await expect(ready()).rejects.toThrow('fetch failed');
});
