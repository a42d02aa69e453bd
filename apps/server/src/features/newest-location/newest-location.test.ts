import { randomUUID } from 'node:crypto';
import { encodeRecordKey } from '@callpoint/contract/record-link';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

const open = (url: string) => fetch(url, { redirect: 'manual' });

test('the link in messages leads to the newest location of the submission', async () => {
  const server = await testServer({ variables: { PUBLIC_URL: 'https://alerts.example' } });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', user.id);
  const client_id = randomUUID();
  const path = `/where/${encodeRecordKey({ appUserId: user.id, clientId: client_id })}`;
  expect((await open(server.url + path)).status).toBe(404);

  await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id, button_id: 5, location_follows: true },
  });
  const texts = await server.db.selectFrom('message_text').select('body').execute();
  expect(texts.map(({ body }) => body).join('\n')).toContain(`https://alerts.example${path}`);
  const unknown = await open(server.url + path);
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    'The location of this submission is not known yet. Reload this page in a moment.',
  ]);

  for (const [lat, second] of [
    [38.8, 1],
    [38.9, 2],
  ] as const) {
    const location = { lat, lng: -77, at: `2026-11-21T08:14:0${second}.000Z` };
    await server.post('/mapi/v1/location', { token, body: { client_id, location } });
    const map = await open(server.url + path);
    expect([map.status, map.headers.get('location'), map.headers.get('cache-control')]).toEqual([
      302,
      `https://www.google.com/maps/search/?api=1&query=${lat},-77`,
      'no-store',
    ]);
  }
});

test.each(['/where/x', `/where/${'a'.repeat(199)}`])('%s leads nowhere', async (path) => {
  const server = await testServer();
  expect((await open(server.url + path)).status).toBe(404);
});
