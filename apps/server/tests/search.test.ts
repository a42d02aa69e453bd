import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildPlan } from '../src/factories/subscriptions.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';

/** Two subscribers, each with people, presses, forms and messages. */
async function searched() {
  const server = await testServer();
  const [own, other] = [
    await buildTeam(server.db),
    await buildTeam(server.db, { account_name: 'Zürich AG' }),
  ];
  const ann = await buildAppUser(server.db, own.id, {
    name: 'Änne Lee',
    email: 'ann@work.example',
    phone: '+1 (202) 555-0141',
  });
  const ben = await buildAppUser(server.db, own.id, {
    name: 'Ben 100%',
    email: 'b_n@work.example',
    phone: '+49 30 901820',
  });
  const theirs = await buildAppUser(server.db, other.id, {
    name: 'Änne Other',
    email: 'ann@other.example',
    phone: '+1 202 555 0141',
  });
  const message = (address: string, channel: 'email' | 'sms' = 'email') => ({
    channel,
    role: 'team' as const,
    address,
    subject: channel === 'email' ? 'Forklift Alarm' : null,
    text: channel === 'sms' ? 'Help at GATE 4' : 'The text of an email is not searched: walrus',
    html: null,
    skipped: null,
  });
  const form = { kind: 'form', id: 3 } as const;
  const stored = await storeSubmissions(server.db, [
    buildSubmission(ann, { messages: [message('safety@work.example')] }),
    buildSubmission(ben, { messages: [message('+1 202-555-0177', 'sms')] }),
    buildSubmission(ann, { item: form, company: 'Smith', message: 'Two pairs of GLÖVES', otherData: 'PPE' }),
    buildSubmission(theirs, {
      item: form,
      company: 'Other',
      message: 'gloves',
      messages: [message('o@other.example')],
    }),
    buildSubmission(theirs, { messages: [message('p@other.example')] }),
  ]);
  const token = await server.tokenOf('team', own.id);
  const admin = await server.tokenOf(
    'admin',
    (await buildAdmin(server.db, { email: 'root@callpoint.example' })).id,
  );
  return { server, own, other, ann, ben, theirs, stored, token, admin };
}

type Item = {
  id: number;
  name: string;
  address: string;
  plan_name: string;
  config_key: string;
  subject_id: number;
  kind: string;
  row_id: number;
  app_user: { id: number };
};

async function find(server: TestServer, as: string, list: string, search: string, query = {}) {
  const base = list === 'audit' ? '/api/v1' : as.length > 0 ? '/api/v1' : '';
  const { status, body } = await server.get(`${base}/listPaged/${list}`, {
    token: as,
    query: { related: 'app_user', filter_search: search, ...query },
  });
  expect([list, search, status]).toEqual([list, search, 200]);
  return body.items as Item[];
}

test('finds app users by name, email, id, and the phone number in any notation; only the own ones', async () => {
  const { server, token, admin, ann, ben, theirs } = await searched();
  const names = async (search: string, as = token) =>
    (await find(server, as, 'app_user', search)).map(({ name }) => name).toSorted();
  for (const typed of [
    'anne',
    'ÄNNE',
    'LEE',
    'ann@WORK',
    '(202) 555-0141',
    '202.555.0141',
    '+12025550141',
    '001 202 555 0141',
    `#${ann.id}`,
  ])
    expect([typed, await names(typed)]).toEqual([typed, ['Änne Lee']]);
  expect(await names('030 901820')).toEqual([ben.name]);
  expect(await names('100%')).toEqual([ben.name]);
  expect(await names('b_n')).toEqual([ben.name]);
  for (const typed of ['%', '_', '\\', 'a_n', '2 0'])
    expect([typed, await names(typed)]).toEqual([typed, typed === '%' || typed === '_' ? [ben.name] : []]);
  expect(await names('0141', admin)).toEqual(['Änne Lee', theirs.name]);
});

test('after a change, a person is found by the new values and not by the old ones', async () => {
  const { server, token, ann } = await searched();
  const body = { id: ann.id, data: { name: 'Zoë Park', phone: '+1 202 555 0199' } };
  expect((await server.post('/tapi/v1/update/app_user', { token, body })).status).toBe(200);
  const found = async (search: string) => (await find(server, token, 'app_user', search)).length;
  expect([
    await found('zoe park'),
    await found('5550199'),
    await found('änne'),
    await found('555-0141'),
  ]).toEqual([1, 1, 0, 0]);
  expect((await find(server, token, 'button_click', 'zoe')).map(({ app_user }) => app_user.id)).toEqual([
    ann.id,
  ]);
});

test('finds names with letters and apostrophes that a keyboard may not have', async () => {
  const { server, token, own } = await searched();
  for (const name of ['Łucja O’Connell', 'Bjørn Weiß']) await buildAppUser(server.db, own.id, { name });
  const names = async (search: string) =>
    (await find(server, token, 'app_user', search)).map(({ name }) => name);
  for (const typed of ["lucja o'connell", 'ŁUCJA', 'o’connell', 'O´CONNELL'])
    expect([typed, await names(typed)]).toEqual([typed, ['Łucja O’Connell']]);
  for (const typed of ['bjorn', 'weiss', 'Weiß', 'BJØRN'])
    expect([typed, await names(typed)]).toEqual([typed, ['Bjørn Weiß']]);
});

test('finds presses by person and id, and forms also by their texts; only the own ones', async () => {
  const { server, token, admin, stored } = await searched();
  const ids = async (list: string, search: string, as = token) =>
    (await find(server, as, list, search)).map(({ id }) => id);
  const [press, second, form, theirForm, theirPress] = stored.map(({ id }) => id);
  expect(await ids('button_click', 'anne lee')).toEqual([press]);
  expect(await ids('button_click', '30 90 18 20')).toEqual([second]);
  expect(await ids('button_click', String(press))).toContain(press);
  expect(await ids('button_click', String(theirPress))).toEqual([]);
  expect(await ids('button_click', 'anne', admin)).toEqual([theirPress, press]);
  for (const typed of ['gloves', 'GLÖVES', 'smith', 'ppe', 'änne', '5550141'])
    expect([typed, await ids('form_submission', typed)]).toEqual([typed, [form]]);
  expect(await ids('form_submission', 'gloves', admin)).toEqual([theirForm, form]);
});

test('records are found by what they show of their person, also after a change and after a deletion', async () => {
  const { server, token, ann, stored } = await searched();
  const [press, , form] = stored.map(({ id }) => id);
  const found = async (search: string) => [
    (await find(server, token, 'button_click', search)).map(({ id }) => id),
    (await find(server, token, 'form_submission', search)).map(({ id }) => id),
    (await server.get('/tapi/v1/records', { token, query: { filter_search: search } })).body.items.map(
      ({ id }: Item) => id,
    ).length,
  ];
  const both = [[press], [form], 2];
  const change = {
    id: ann.id,
    data: { name: 'Zoë Park', email: 'zoe@work.example', phone: '+1 202 555 0199' },
  };
  expect((await server.post('/tapi/v1/update/app_user', { token, body: change })).status).toBe(200);
  const shown = ['Lee', 'ANN@work', '(202) 555-0141', '202.555.0141', '+12025550141', '001 202 555 0141'];
  for (const typed of [...shown, 'zoe', '202 555 0199'])
    expect([typed, await found(typed)]).toEqual([typed, both]);
  expect((await server.post('/tapi/v1/delete/app_user', { token, body: { id: ann.id } })).status).toBe(200);
  for (const typed of shown) expect([typed, await found(typed)]).toEqual([typed, both]);
  expect(await found('zoe')).toEqual([[], [], 0]);
});

test('finds subscribers by name, account, email, account number, and the phone number in any notation', async () => {
  const { server, admin, token, other } = await searched();
  const ids = async (search: string, as = admin) =>
    (await find(server, as, 'team', search)).map(({ id }) => id);
  await server.post('/api/v1/update/team', {
    token: admin,
    body: {
      id: other.id,
      data: { phone: '+41 44 668 18 00', first_name: 'Urs', email: 'urs@zurich.example' },
    },
  });
  for (const typed of [
    'zurich',
    'ZÜRICH ag',
    'urs',
    'urs@ZURICH',
    `#${other.id}`,
    '+41 44 668 18 00',
    '0041446681800',
    '044 668 18 00',
    '(044) 668-18-00',
    '44.668.1800',
  ])
    expect([typed, await ids(typed)]).toEqual([typed, [other.id]]);
  expect(await ids('zurich', token)).toEqual([]);
});

test('finds messages by address, number, subject, short text, and the id of the submission', async () => {
  const { server, token, admin, stored } = await searched();
  const found = async (search: string, as = token) =>
    (await find(server, as, 'delivery', search)).map(({ address }) => address).toSorted();
  const [email, sms] = ['safety@work.example', '+1 202-555-0177'];
  expect(await found('SAFETY@')).toEqual([email]);
  expect(await found('(202) 555 0177')).toEqual([sms]);
  expect(await found('forklift')).toEqual([email]);
  expect(await found('gate 4')).toEqual([sms]);
  expect(await found('walrus')).toEqual([]);
  expect(await found(String(stored[0]?.id))).toContain(email);
  expect(await found('other.example')).toEqual([]);
  expect(await found('forklift', admin)).toEqual(['o@other.example', 'p@other.example', email]);
});

test('a subscriber finds no message by the address of an administrator', async () => {
  const { server, token, own } = await searched();
  await server.db
    .updateTable('delivery')
    .set({ role: 'admin', address: 'root@callpoint.example' })
    .where('team_id', '=', own.id)
    .execute();
  expect(await find(server, token, 'delivery', 'root@callpoint')).toEqual([]);
});

test('finds deleted items by what they are, their former id and their subscriber; only the own ones', async () => {
  const { server, token, admin, ben, theirs, other } = await searched();
  for (const { id } of [ben, theirs])
    await server.post('/api/v1/delete/app_user', { token: admin, body: { id } });
  const found = async (search: string, as = token) =>
    (await find(server, as, 'deleted', search, { sort: 'deleted_at' })).map(({ row_id }) => row_id);
  expect(await found('BEN 100%')).toEqual([ben.id]);
  expect(await found(`#${ben.id}`)).toEqual([ben.id]);
  expect(await found('other')).toEqual([]);
  expect(await found('nne Other', admin)).toEqual([theirs.id]);
  expect(await found(other.account_name, admin)).toEqual([theirs.id]);
});

test('administrators find plans, configuration values and audit entries, and no secret', async () => {
  const { server, admin, other } = await searched();
  await buildPlan(server.db, { plan_name: 'Crew of 50', plan_stripe_id: 'price_crew' });
  await buildPlan(server.db, { plan_name: 'Single', plan_stripe_id: 'price_single' });
  const config = (config_key: string, config_value: string) => ({
    config_key,
    config_value,
    updated_at: '2026-11-21T08:14:07.000Z',
  });
  await server.db.deleteFrom('config').execute();
  await server.db
    .insertInto('config')
    .values([
      config('user_submission_emails', 'Help@consult.example'),
      config('payment_secret_key', 'sk_test_walrus'),
    ])
    .execute();
  expect((await find(server, admin, 'plan', 'CREW')).map(({ plan_name }) => plan_name)).toEqual([
    'Crew of 50',
  ]);
  expect((await find(server, admin, 'config', 'help@')).map(({ config_key }) => config_key)).toEqual([
    'user_submission_emails',
  ]);
  expect(await find(server, admin, 'config', 'walrus')).toEqual([]);
  const change = { id: other.id, data: { first_name: 'Wilhelmina' } };
  expect((await server.post('/api/v1/update/team', { token: admin, body: change })).status).toBe(200);
  for (const typed of ['wilhelmina', 'zurich']) {
    const lines = await find(server, admin, 'audit', typed, { sort: 'at', filter_action: 'update' });
    expect([typed, lines.map(({ subject_id }) => subject_id)]).toEqual([typed, [other.id]]);
  }
});

test('a search examines a limited number of rows, and the response states the limit', async () => {
  const { server, token, own } = await searched();
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    team_id: own.id,
    name: 'Walker',
    email: `walker${index}@crowd.example`,
    phone: '+1 202 555 0100',
    password_hash: 'x',
    search_text: 'walker',
    password_set_by_other: 0,
    status: 1,
    created_at: '2026-11-21T08:14:07.000Z',
    updated_at: '2026-11-21T08:14:07.000Z',
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await server.db
      .insertInto('app_user')
      .values(rows.slice(from, from + 1_000))
      .execute();
  const read = async (query: object) =>
    (await server.get('/tapi/v1/listPaged/app_user', { token, query: { ...query } })).body;
  expect(await read({ filter_search: 'lee' })).toMatchObject({
    items: [],
    pagination: { pageCount: 0, searched: 10_000 },
  });
  const oldest = await read({ filter_search: 'lee', order: 'asc' });
  expect(oldest).toMatchObject({ items: [{ name: 'Änne Lee' }], pagination: { searched: 10_000 } });
  const all = await read({ filter_search: 'walk', page: 3, per_page: 200 });
  expect([all.items.length, all.pagination.pageCount]).toEqual([200, 50]);
});

test('one search finds people, records, subscribers and messages; a subscriber only its own', async () => {
  const { server, token, admin, ann, theirs, stored, other } = await searched();
  const all = async (as: string, search: string) =>
    (await server.get('/api/v1/find', { token: as, query: { search } })).body.data;
  const own = await all(token, 'anne');
  expect(own.people).toEqual([{ id: ann.id, team_id: ann.team_id, name: 'Änne Lee', email: ann.email }]);
  expect(own.records.map(({ kind, id }: Item) => [kind, id]).toSorted()).toEqual([
    ['button', stored[0]?.id],
    ['form', stored[2]?.id],
  ]);
  expect([own.subscribers, own.messages]).toEqual([[], []]);
  expect((await all(token, 'zurich')).subscribers).toEqual([]);
  expect((await all(admin, 'zurich')).subscribers).toEqual([
    { id: other.id, account_name: 'Zürich AG', email: other.email },
  ]);
  expect((await all(admin, 'anne')).people.map(({ id }: Item) => id)).toEqual([theirs.id, ann.id]);
  expect((await all(token, 'forklift')).messages).toMatchObject([
    { address: 'safety@work.example', subject: 'Forklift Alarm' },
  ]);
  for (const search of ['', ' ', 'x'.repeat(101), 'a\nb']) {
    const { status, body } = await server.get('/tapi/v1/find', { token, query: { search } });
    expect([search, status, body.errors[0].field]).toEqual([search, 400, 'search']);
  }
});
