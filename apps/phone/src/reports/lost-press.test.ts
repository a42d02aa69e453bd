import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildItem } from '../outbox/test-item.ts';
import { flush, outbox } from '../outbox/outbox.ts';
import { session } from '../session/session.ts';
import { allItems, putItem, removeItem, type OutboxItem } from '../storage/database.ts';
import { OPEN_INCIDENT as OPEN } from '../testing/open-incident.ts';
import { knownPresses, openEmergencies, readPresses, type KnownPress } from './open-emergencies.ts';
import { addSafeReport } from './safe-reports.ts';
import { changeStored } from './stored.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** The calls that the server received. */
let calls: { path: string; client_id: string }[] = [];
/** What the server responds to a press, and to the question about its state. */
let press = 200;
let missing = () => Response.json({ ok: false, msg: '', errors: [] }, { status: 404 });

beforeEach(() => {
  calls = [];
  press = 200;
  missing = () => Response.json({ ok: false, msg: '', errors: [] }, { status: 404 });
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  vi.stubGlobal('navigator', { onLine: true });
  // A server that knows no press, and accepts each.
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname: path, searchParams } = new URL(address, 'https://callpoint.example');
    const sent = JSON.parse(body ?? '{}') as { client_id?: string };
    calls.push({ path, client_id: sent.client_id ?? searchParams.get('client_id') ?? '' });
    if (path.endsWith('/submission')) return missing();
    if (press !== 200) return Response.json({ ok: false, msg: '', errors: [] }, { status: press });
    return Response.json({ ok: true, data: { id: 1, alert: 'Help comes.', repeated: false } });
  });
  session.set({ token: 'token', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
});

afterEach(async () => {
  for (const { client_id } of await allItems()) await removeItem(client_id);
  outbox.set(null);
  knownPresses.set(null);
  session.set(null);
  vi.unstubAllGlobals();
});

/** What the server receives again after the phone has read the state of its press. */
async function sentAgain(id: string, changed: Partial<OutboxItem> = {}, known?: Partial<KnownPress>) {
  const at = minutesAgo(10);
  const item = buildItem(id, { user_id: 1, item_id: 5, received: { alert: '', at }, ...changed });
  await putItem(item);
  outbox.set(await allItems());
  const state = { client_id: id, item_id: 5, incident: OPEN, pressed_at: at, read_at: at, ...known };
  await changeStored('presses-1', () => (known ? [state] : []));
  await readPresses();
  return pressesSent();
}

function pressesSent(): string[] {
  return calls.filter(({ path }) => path === '/mapi/v1/button_click').map(({ client_id }) => client_id);
}

test('an emergency that the server has lost is sent again under its own id', async () => {
  expect(await sentAgain('a')).toEqual(['a']);
  const [item] = await allItems();
  expect(item?.received).toMatchObject({ alert: 'Help comes.' });
});

test('an emergency that had an open incident is sent again', async () => {
  expect(await sentAgain('b', {}, {})).toEqual(['b']);
});

test('it stays open while it waits for its next attempt, and its old state is not shown', async () => {
  press = 503;
  await sentAgain('d', {}, {});
  expect(pressesSent()).toEqual(['d']);
  expect(openEmergencies(knownPresses.current()?.presses ?? [], await allItems())).toEqual([]);
  await readPresses();
  press = 200;
  await flush({ all: true });
  expect(pressesSent()).toEqual(['d', 'd']);
  expect(openEmergencies(knownPresses.current()?.presses ?? [], await allItems())).toMatchObject([
    { client_id: 'd', incident: null },
  ]);
});

test('a press is not sent again after its person has reported being safe', async () => {
  await addSafeReport(1, 'e', 'By accident.');
  expect(await sentAgain('e')).toEqual([]);
});

test('a page of a proxy that says 404 says nothing about a press', async () => {
  missing = () =>
    new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
  expect(await sentAgain('f', {}, {})).toEqual([]);
  expect(knownPresses.current()?.presses).toMatchObject([{ client_id: 'f', incident: OPEN }]);
});

test.each([
  ['that was received more than a day ago', { received: { alert: '', at: minutesAgo(25 * 60) } }, undefined],
  ['of another button', { item_id: 2 }, undefined],
  ['without an incident, which the organization may have deleted', {}, { incident: null }],
  [
    'whose incident is closed',
    {},
    { incident: { ...OPEN, state: 'closed' as const }, pressed_at: minutesAgo(9) },
  ],
  ['of a drill', {}, { incident: { ...OPEN, is_drill: true } }],
  ['whose person is safe', {}, { incident: { ...OPEN, safe_at: minutesAgo(5) } }],
])('a press %s is not sent again', async (_which, changed, known) => {
  expect(await sentAgain('c', changed, known)).toEqual([]);
});
