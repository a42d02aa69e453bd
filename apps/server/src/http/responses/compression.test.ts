import { request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** Reads a URL without decompressing. `accepts`: the encodings that the client accepts; null: it says nothing. */
async function read(url: string, accepts: string | null) {
  return await new Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = accepts === null ? {} : { 'accept-encoding': accepts };
      const sent = request(url, { headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { 'content-encoding': encoding, vary } = response.headers;
          resolve({ encoding, vary, bytes: Buffer.concat(parts) });
        });
      });
      sent.on('error', reject).end();
    },
  );
}

async function fill(server: TestServer, count: number) {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id, { name: 'Zoë “Zed” Ünal' });
  const presses = Array.from({ length: count }, () => buildSubmission(user));
  await storeSubmissions(server.db, presses);
  const token = await server.tokenOf('team', team.id);
  return (perPage: number) =>
    `${server.url}/tapi/v1/listPaged/button_click?related=app_user&per_page=${perPage}&token=${token}`;
}

test.each([20, 500])('a list of %i rows is the same compressed, and much smaller', async (perPage) => {
  const server = await testServer();
  const url = (await fill(server, 300))(perPage);
  const plain = await read(url, null);
  const compressed = await read(url, 'gzip, deflate, br');
  expect(plain.encoding).toBeUndefined();
  expect(compressed).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(compressed.bytes).toString()).toBe(plain.bytes.toString());
  expect(compressed.bytes.length * 4).toBeLessThan(plain.bytes.length);
});

test('a short response, and one for a client that accepts no gzip, is sent as it is', async () => {
  const server = await testServer();
  const url = await fill(server, 20);
  expect((await read(url(1), 'gzip')).encoding).toBeUndefined();
  expect((await read(url(20), 'identity')).encoding).toBeUndefined();
});

test('a compressed request is rejected, so that a small one cannot become a large one', async () => {
  const server = await testServer();
  const body = gzipSync(JSON.stringify({ email: 'a@work.example', password: 'x'.repeat(5_000_000) }));
  const response = await fetch(`${server.url}/sapi/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body,
  });
  expect(response.status).toBe(400);
});
