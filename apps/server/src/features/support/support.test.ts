import { DEFAULT_LEGAL } from '@callpoint/contract/support';
import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { BEHIND_PROXY, from, testServer, type TestServer } from '../../testing/server.ts';

const BODY = { name: 'Tess Miller', email: 'tess@work.example', message: 'Please raise our limit.' };

async function configure({ db }: TestServer, key: string, value: string) {
  await db
    .insertInto('config')
    .values({ config_key: key, config_value: value, updated_at: new Date().toISOString() })
    .onConflict((clash) => clash.column('config_key').doUpdateSet({ config_value: value }))
    .execute();
}

test('the published texts have a version, and there is an honest default', async () => {
  const server = await testServer();
  const read = async () => (await server.get('/sapi/v1/legal')).body.data;
  const before = await read();
  expect(before.terms).toMatchObject({ text: DEFAULT_LEGAL.terms, is_default: true });
  expect(before.privacy).toMatchObject({ text: DEFAULT_LEGAL.privacy, is_default: true });
  await configure(server, 'terms_text', 'Our terms.\nPay on time.');
  const after = await read();
  expect(after.terms).toMatchObject({ text: 'Our terms.\nPay on time.', is_default: false });
  expect(before.terms.since).toBeNull();
  expect(Math.abs(Date.now() - Date.parse(after.terms.since))).toBeLessThan(60_000);
  expect(after.terms.version).not.toBe(before.terms.version);
  expect(after.privacy).toEqual(before.privacy);
});

test('sign-up stores the accepted version and when', async () => {
  const server = await testServer();
  const { version } = (await server.get('/sapi/v1/legal')).body.data.terms;
  const account = { account_name: 'Smith', first_name: 'Tess', last_name: 'Smith', phone: '+12025550143' };
  const password = 'Quiet-harbour-77';
  const body = {
    ...account,
    email: 'tess@smith.example',
    password,
    re_password: password,
    terms_version: version,
  };
  expect((await server.post('/sapi/v1/signup', { body })).status).toBe(200);
  const team = await server.db.selectFrom('team').selectAll().executeTakeFirstOrThrow();
  expect(team.terms_version).toBe(version);
  expect(Math.abs(Date.now() - Date.parse(team.terms_accepted_at ?? ''))).toBeLessThan(60_000);
});

test('a message of a visitor is emailed to the configured addresses, else to the administrators', async () => {
  const server = await testServer();
  const admin = await buildAdmin(server.db);
  const send = (body: object = BODY) => server.post('/sapi/v1/contact', { body });
  expect((await send()).body).toEqual({ ok: true, msg: 'Your message was sent.' });
  await configure(server, 'support_emails', 'help@callpoint.example, second@callpoint.example');
  await send({ ...BODY, name: 'Bcc: x', message: 'Line one\r\nBcc: victim@example.com' });
  expect(server.mails.map(({ to }) => to)).toEqual([
    admin.email,
    'help@callpoint.example',
    'second@callpoint.example',
  ]);
  const [first, second] = server.mails;
  expect(first?.text).toBe('Please raise our limit.\n\nFrom: Tess Miller\nReply to: tess@work.example');
  // The subject has nothing that a visitor typed.
  expect(second?.subject).toBe('Callpoint: message from the contact form');
});

test.each([
  ['name', 'Tess\r\nBcc: victim@example.com'],
  ['email', 'tess@work.example\r\nBcc: victim@example.com'],
  ['email', 'no address'],
  ['message', ' '],
  ['message', 'x'.repeat(5001)],
])('a message with the %s %j is rejected', async (field, value) => {
  const server = await testServer();
  await buildAdmin(server.db);
  const { status, body } = await server.post('/sapi/v1/contact', { body: { ...BODY, [field]: value } });
  expect([status, body.errors[0].field]).toEqual([400, field]);
  expect(server.mails).toEqual([]);
});

test('one network can send ten messages a day', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  await buildAdmin(server.db);
  const send = (address: string) => server.post('/sapi/v1/contact', { body: BODY, ...from(address) });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await send('203.0.113.5')).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
  expect((await send('198.51.100.7')).status).toBe(200);
});
