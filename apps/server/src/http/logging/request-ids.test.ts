import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { BEHIND_PROXY, testServer } from '../../testing/server.ts';
import { openLog } from './log.ts';

const RANDOM = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function idOf(variables: Record<string, string>, given?: string): Promise<string | null> {
  const server = await testServer({ variables });
  const { headers } = await server.get('/healthz', {
    headers: given === undefined ? {} : { 'x-request-id': given },
  });
  return headers.get('x-request-id');
}

test('each response names a random id of its call, which a client cannot choose', async () => {
  expect(await idOf({})).toMatch(RANDOM);
  expect(await idOf({}, 'chosen-by-a-client')).toMatch(RANDOM);
});

test('a trusted proxy chooses the id, unless it could change a log line', async () => {
  expect(await idOf(BEHIND_PROXY, '4bf92f3577b34da6:00f067aa')).toBe('4bf92f3577b34da6:00f067aa');
  expect(await idOf(BEHIND_PROXY, 'x"},{"level":60')).toMatch(RANDOM);
  expect(await idOf(BEHIND_PROXY, 'x'.repeat(65))).toMatch(RANDOM);
});

test('the log line of a call that failed has the id of its response', async () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const server = await testServer({ log: openLog('error', to) });
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  await server.db.schema.alterTable('saved_filter').renameTo('other').execute();
  const failed = await server.get('/tapi/v1/savedFilters', { token, query: { list: 'records' } });
  expect(failed.status).toBe(500);
  const [line, ...more] = lines.map((one) => JSON.parse(one) as { reqId: string; msg: string });
  expect(more).toEqual([]);
  expect(line).toMatchObject({ msg: 'a call failed', reqId: failed.headers.get('x-request-id') });
});
