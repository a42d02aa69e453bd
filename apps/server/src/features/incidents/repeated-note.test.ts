import { expect, test } from 'vitest';
import { openEventStream } from '../../testing/calls/event-client.ts';
import { pressWorld } from '../../testing/incidents/press-world.ts';

const KEY = '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11';
const ADDED = { ok: true, msg: 'Added.' };

async function setUp() {
  const { server, token, press } = await pressWorld();
  const id = (await press()).incident?.id ?? 0;
  return {
    server,
    token,
    press,
    id,
    add: (text: string, key?: string) =>
      server.post('/tapi/v1/note/incident', {
        token,
        body: { id, text },
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
    notes: async () => {
      const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
      const { events } = (body as { data: { events: { kind: string; data: { text?: string } }[] } }).data;
      return events.flatMap(({ kind, data }) => (kind === 'note' ? [data.text] : []));
    },
    audits: async () =>
      await server.db
        .selectFrom('audit')
        .select('id')
        .where('subject', '=', 'incident')
        .where('action', '=', 'update')
        .execute(),
  };
}

test('a note that is added again with its key is stored, audited and published once', async () => {
  const { server, token, press, id, add, notes, audits } = await setUp();
  const before = (await audits()).length;
  const { headers } = await server.get('/tapi/v1/listPaged/incident', { token });
  const since = headers.get('callpoint-event-position') ?? '';
  for (const key of [KEY, KEY, `"${KEY}"`]) {
    const { status, body } = await add('Gate B is open.', key);
    expect([status, body]).toEqual([200, ADDED]);
  }
  expect(await notes()).toEqual(['Gate B is open.']);
  expect(await audits()).toHaveLength(before + 1);

  const stream = await openEventStream(server.url, token, { query: { since } });
  await press(2);
  await stream.received('submission.created');
  expect(stream.messages.filter(({ kind }) => kind === 'incident.changed')).toEqual([
    expect.objectContaining({ incident_id: id }),
  ]);
});

test('another key adds the same text again, and so does a call without a key', async () => {
  const { add, notes } = await setUp();
  for (const key of [KEY, 'another-key-of-the-form', undefined, undefined])
    expect((await add('No answer yet.', key)).body).toEqual(ADDED);
  expect(await notes()).toEqual(Array.from({ length: 4 }, () => 'No answer yet.'));
});

test('a key with another text is rejected, and adds nothing', async () => {
  const { add, notes } = await setUp();
  await add('Gate B is open.', KEY);
  const { status, body } = await add('Gate C is open.', KEY);
  expect([status, body.errors]).toEqual([
    409,
    [
      {
        msg: 'Your first attempt was received and saved, with other values. Look for it in the list and change it there.',
        field: 'Idempotency-Key',
      },
    ],
  ]);
  expect(await notes()).toEqual(['Gate B is open.']);
});

test('of concurrent calls with one key, one adds the note, and all have the same response', async () => {
  const { add, notes } = await setUp();
  const calls = await Promise.all(Array.from({ length: 4 }, () => add('Gate B is open.', KEY)));
  expect(calls.map(({ status, body }) => [status, body])).toEqual(calls.map(() => [200, ADDED]));
  expect(await notes()).toEqual(['Gate B is open.']);
});

test('a rejected note uses up no key', async () => {
  const { add, notes } = await setUp();
  expect((await add(' ', KEY)).status).toBe(400);
  expect((await add('Gate B is open.', KEY)).body).toEqual(ADDED);
  expect(await notes()).toEqual(['Gate B is open.']);
});
