import { MAX_IMPORT_ROWS } from '@callpoint/contract/app-user-import';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../../factories/accounts.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../../../testing/server.ts';

const CONSENT = 'This user agrees to receive text messages (SMS) at this number.';
const HEADER = 'Name,Email,Phone,Password,SMS consent';
const NUMBER = '+1 202 555 0143';
const line = (
  name: string,
  email: string,
  { phone = NUMBER, password = 'Quiet-harbour-77', consent = 'yes' } = {},
) => [name, email, phone, password, consent].join(',');
const ANN = line('Ann Lee', 'ann@work.example');
const BEN = line('Ben Ode', 'ben@work.example', { phone: '+1 202 555 0144' });

async function world(maxUsers = 10) {
  const server = await testServer({ quotas: NO_QUOTAS });
  const team = await buildTeam(server.db);
  await server.db.updateTable('team').set({ max_users: maxUsers }).where('id', '=', team.id).execute();
  const token = await server.tokenOf('team', team.id);
  const check = (csv: string) => server.post('/tapi/v1/checkImport/app_user', { token, body: { csv } });
  const add = (csv: string, rows: number[], idempotencyKey?: string) =>
    server.post('/tapi/v1/import/app_user', {
      token,
      body: { csv, rows, sms_consent: CONSENT },
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    });
  return { server, team, token, check, add };
}

const fileOf = (...lines: string[]) => [HEADER, ...lines].join('\r\n');
const usersOf = (server: TestServer) =>
  server.db
    .selectFrom('app_user')
    .select(['id', 'team_id', 'name', 'email', 'phone', 'sms_number', 'status', 'sms_consent'])
    .orderBy('id')
    .execute();
/** The problems of each row: `[row, [[column, msg], …]]`. */
const problemsIn = (body: {
  data: { rows: { row: number; problems: { column: string | null; msg: string }[] }[] };
}) => body.data.rows.map(({ row, problems }) => [row, problems.map(({ column, msg }) => [column, msg])]);

test('a dry run lists every row with its problems and adds nobody', async () => {
  const { server, team, check } = await world(3);
  await buildAppUser(server.db, team.id, { email: 'old@work.example' });
  await buildAppUser(server.db, (await buildTeam(server.db)).id, { email: 'elsewhere@work.example' });
  const csv = fileOf(
    ANN,
    line('', 'not an address', { phone: '12', password: 'short', consent: 'no' }),
    line('Ann Two', 'ANN@work.example'),
    line('Old', 'Old@Work.example'),
    line('Elsewhere', 'elsewhere@work.example'),
    line('Weak One', 'weak@work.example', { password: 'password1' }),
    line('Nora Quist', 'nora@work.example', { password: 'Nora-Quist-1' }),
    ',,,,',
    ',,,,yes',
    BEN,
    line('Cid', 'cid@work.example'),
    line('Dan, Jr.', 'dan@work.example'),
  );
  const { status, body } = await check(csv);
  expect(status).toBe(200);
  expect(body.data.rows[0]).toEqual({
    row: 2,
    name: 'Ann Lee',
    email: 'ann@work.example',
    phone: NUMBER,
    problems: [],
  });
  const taken = 'Someone already uses this email address. Enter another.';
  const noConsent = 'SMS consent must be yes: ask the person whether they agree to SMS before you add them.';
  const own =
    'Password must not consist of your name, email address, phone number, company, or the product’s name.';
  expect(problemsIn(body)).toEqual([
    [2, []],
    [
      3,
      [
        ['name', 'Name is required.'],
        ['email', 'Email must be an email address, like name@example.com.'],
        ['phone', 'Phone must have 7 to 15 digits, like +1 202 555 0143.'],
        ['password', 'Password must be at least 8 characters.'],
        ['consent', noConsent],
      ],
    ],
    [4, [['email', 'Email is the same as in row 2.']]],
    [5, [['email', taken]]],
    [6, [['email', taken]]],
    [7, [['password', 'Password is too common. Choose another.']]],
    [8, [['password', own]]],
    [
      10,
      [
        ['name', 'Name is required.'],
        ['email', 'Email is required.'],
        ['phone', 'Phone is required.'],
        ['password', 'Password is required.'],
      ],
    ],
    [11, []],
    [12, [[null, 'Your plan allows 3 app users.']]],
    [
      13,
      [
        [
          null,
          'The row has more cells than row 1. Put a cell that contains the separator in quotation marks.',
        ],
        ['email', 'Email must be an email address, like name@example.com.'],
        ['phone', 'Phone must have 7 to 15 digits, like +1 202 555 0143.'],
        ['consent', noConsent],
      ],
    ],
  ]);
  expect(await usersOf(server)).toHaveLength(2);
});

test('adds the requested rows with consent and an audit entry each; the others fail with their reason', async () => {
  const { server, team, token, add } = await world();
  const csv = fileOf(ANN, line('Bad', 'bad'), BEN, line('Cid', 'cid@work.example'));
  const { status, body } = await add(csv, [4, 2, 3, 2, 99]);
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      msg: '2 added, 2 not added.',
      data: {
        added: [
          { row: 2, id: expect.any(Number) },
          { row: 4, id: expect.any(Number) },
        ],
        failed: [
          { row: 3, msg: 'Email must be an email address, like name@example.com.' },
          { row: 99, msg: 'The file has no such row.' },
        ],
      },
    },
  ]);
  const users = await usersOf(server);
  expect(
    users.map(({ id, team_id, name, email, phone, sms_number, status: state }) => [
      id,
      team_id,
      name,
      email,
      phone,
      sms_number,
      state,
    ]),
  ).toEqual([
    [body.data.added[0].id, team.id, 'Ann Lee', 'ann@work.example', NUMBER, '+12025550143', 1],
    [body.data.added[1].id, team.id, 'Ben Ode', 'ben@work.example', '+1 202 555 0144', '+12025550144', 1],
  ]);
  expect(users.map(({ sms_consent }) => JSON.parse(sms_consent ?? ''))).toEqual(
    users.map(({ phone }) => ({
      at: expect.stringMatching(/Z$/),
      by: { role: 'team', id: team.id },
      number: phone,
      wording: CONSENT,
    })),
  );
  const entries = await server.db
    .selectFrom('audit')
    .select(['action', 'outcome', 'actor_role', 'actor_id', 'subject_id'])
    .where('subject', '=', 'app_user')
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    users.map(({ id }) => ({
      action: 'create',
      outcome: 'done',
      actor_role: 'team',
      actor_id: team.id,
      subject_id: id,
    })),
  );
  expect(JSON.stringify(await server.db.selectFrom('audit').selectAll().execute())).not.toContain(
    'Quiet-harbour',
  );
  const login = await server.post('/mapi/v1/login', {
    body: { email: 'ann@work.example', password: 'Quiet-harbour-77' },
  });
  expect(login.status).toBe(200);
  const list = await server.get('/tapi/v1/listPaged/app_user', { token, query: { filter_search: 'ben' } });
  expect(list.body.items).toHaveLength(1);
});

test.each([
  [
    'semicolons, a byte order mark and other names',
    '\uFEFFFull name;E-Mail address;phone_number;PASSWORD;consent\r\n"Lee; Ann";ann@work.example;\'+12025550143;Quiet-harbour-77;Y\r\n',
  ],
  [
    'tabs and line ends of old systems',
    'SMS consent\tPassword\tPhone\tEmail\tName\rTRUE\tQuiet-harbour-77\t+12025550143\tann@work.example\tLee; Ann\r',
  ],
  [
    'Excel’s line with the separator',
    'sep=;\r\nName;Email;Phone;Password;SMS consent\r\nLee\\; Ann;x;x;x;yes\r\n"Lee; Ann";ann@work.example;+12025550143;Quiet-harbour-77;1',
  ],
  [
    'blank lines and further columns',
    `\n\nId,Name,Email,Phone,Password,SMS consent,Notes,,\n\n7,Lee; Ann , ann@work.example ,+12025550143,Quiet-harbour-77, Yes ,"two\nlines",,\n,,,,,,\n`,
  ],
])('reads a file with %s', async (_, csv) => {
  const { check } = await world();
  const { status, body } = await check(csv);
  expect(status).toBe(200);
  const { row: __, ...user } = body.data.rows.at(-1);
  expect(user).toEqual({ name: 'Lee; Ann', email: 'ann@work.example', phone: '+12025550143', problems: [] });
  expect(body.data.ignored).toEqual(csv.includes('Notes') ? ['Id', 'Notes'] : []);
});

const MANY = Array.from({ length: MAX_IMPORT_ROWS + 1 }, (_, at) => `A,a${at}@work.example`);
test.each([
  ['', 'The file is empty.'],
  ['\n\n ,, \n', 'The file is empty.'],
  [HEADER, 'The file has no users below the names of its columns.'],
  [
    'Name,Email,Password,constructor\nAnn',
    'The column “Phone” is missing. Name it in row 1 of the file. The column “SMS consent” is missing. Name it in row 1 of the file.',
  ],
  [`${HEADER},E-mail\n${ANN}`, 'The column “Email” is in the file twice. Remove one of them.'],
  [fileOf(...MANY), 'The file has more than 500 rows. Divide it into several files.'],
  [
    fileOf(...MANY.map(() => '')) + '\n'.repeat(1_000) + ANN,
    'The file has more than 500 rows. Divide it into several files.',
  ],
  [fileOf(ANN, '"Ben'), 'Line 3: a quotation mark is opened and never closed. Close it, or remove it.'],
  [
    fileOf('Ann "Al" Lee,ann@work.example'),
    'Line 2: a quotation mark is in the middle of a cell. Write it twice and put the entire cell in quotation marks.',
  ],
  [
    fileOf('"Ann" Lee,ann@work.example'),
    'Line 2: a quotation mark is in the middle of a cell. Write it twice and put the entire cell in quotation marks.',
  ],
  [
    fileOf('a'.repeat(5_000)),
    'Line 2: the row is too long. It may have a quotation mark that is never closed.',
  ],
  [
    'N\u0000a\u0000m\u0000e\u0000',
    'The file is not encoded as UTF-8. Save it as “CSV UTF-8” and choose it again.',
  ],
  [
    fileOf(line('J\uFFFDrg', 'j@work.example')),
    'The file is not encoded as UTF-8. Save it as “CSV UTF-8” and choose it again.',
  ],
  ['a'.repeat(100_001), 'The file is longer than 100,000 characters. Divide it into several files.'],
])('rejects the file %#, and explains why', async (csv, msg) => {
  const { server, check, add } = await world();
  for (const { status, body } of [await check(csv), await add(csv, [2])]) {
    expect([status, body.msg]).toEqual([400, msg]);
    expect(body.errors.every(({ field }: { field: string }) => field === 'csv')).toBe(true);
  }
  expect(await usersOf(server)).toEqual([]);
});

test('rejects row numbers that no file has, too many of them, and an import without the text of the consent', async () => {
  const { server, token, add } = await world();
  const fieldsOf = async (rows: number[]) => {
    const { status, body } = await add(fileOf(ANN), rows);
    return [status, body.errors.map(({ field }: { field: string }) => field)];
  };
  expect(await fieldsOf([])).toEqual([400, ['rows']]);
  expect(await fieldsOf([1, 2.5])).toEqual([400, ['rows.0', 'rows.1']]);
  expect(await fieldsOf(Array.from({ length: 51 }, (_, at) => at + 2))).toEqual([400, ['rows']]);
  const missing = await server.post('/tapi/v1/import/app_user', {
    token,
    body: { csv: fileOf(ANN), rows: [2] },
  });
  expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'sms_consent']);
  expect(await usersOf(server)).toEqual([]);
});

test('a repeated call with the same key adds nobody again and reports the first result', async () => {
  const { server, add } = await world();
  const csv = fileOf(ANN, BEN, line('Ann Two', 'ann@work.example'));
  const key = 'import-of-the-team-1';
  const first = await add(csv, [2, 3, 4], key);
  const second = await add(csv, [2, 3, 4], key);
  expect(first.body.data.added).toHaveLength(2);
  expect(second.body.data).toEqual({
    added: first.body.data.added,
    failed: [{ row: 4, msg: 'The first attempt did not add this row, or its user has another address now.' }],
    repeated: true,
  });
  expect((await add(csv, [2], key)).status).toBe(409);
  const nobody = await add(fileOf(ANN), [2], 'nobody-was-added-1');
  const again = await add(fileOf(ANN), [2], 'nobody-was-added-1');
  expect([nobody.body.data.added, again.body.data.added]).toEqual([[], []]);
  expect(await usersOf(server)).toHaveLength(2);
});

test('a repeated call reports a user who has been deleted since the first one', async () => {
  const { server, token, add } = await world();
  const csv = fileOf(ANN, BEN);
  const key = 'import-of-the-team-2';
  const [ann, ben] = (await add(csv, [2, 3], key)).body.data.added;
  await server.post('/tapi/v1/delete/app_user', { token, body: { id: ben.id } });
  expect((await add(csv, [2, 3], key)).body.data).toEqual({
    added: [ann],
    failed: [{ row: 3, msg: 'The first attempt added this user, who has been deleted since then.' }],
    repeated: true,
  });
});

test('concurrent imports of the same people add each once and never exceed the plan', async () => {
  const { server, team, token } = await world(3);
  const csv = fileOf(ANN, BEN);
  const other = fileOf(line('Cid', 'cid@work.example'), line('Dan', 'dan@work.example'));
  const send = async (text: string) => {
    const body = { csv: text, rows: [2, 3], sms_consent: CONSENT };
    let response = await server.post('/tapi/v1/import/app_user', { token, body });
    // The server hashes one password of an account at a time: the other calls retry.
    while (response.status === 429) response = await server.post('/tapi/v1/import/app_user', { token, body });
    return response;
  };
  const responses = await Promise.all([send(csv), send(csv), send(other), send(other)]);
  expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const users = await usersOf(server);
  expect(users.map(({ team_id }) => team_id)).toEqual([team.id, team.id, team.id]);
  expect(new Set(users.map(({ email }) => email)).size).toBe(3);
  expect(responses.flatMap(({ body }) => body.data?.added ?? [])).toHaveLength(3);
});

test('no more new addresses than the daily limit of the account are added: the rest is rejected as a whole', async () => {
  const { server, team, add } = await world(10);
  await server.db
    .updateTable('team')
    .set({ email_confirmed_at: new Date().toISOString() })
    .where('id', '=', team.id)
    .execute();
  for (let round = 0; round < 20; round += 1) {
    const one = await add(
      fileOf(line('A', `a${round}@work.example`), line('B', `b${round}@work.example`)),
      [2, 3],
    );
    expect([one.status, one.body.data.added.length]).toEqual([200, 2]);
    await server.db.deleteFrom('app_user').where('team_id', '=', team.id).execute();
  }
  const { status, body } = await add(fileOf(ANN, BEN), [2, 3]);
  expect([status, body.msg]).toEqual([429, expect.stringContaining('Nothing was saved')]);
  expect(await usersOf(server)).toEqual([]);
});

test('a number without a country code belongs to the country of the subscriber, in the dry run and in the stored user', async () => {
  const { server, team, check, add } = await world();
  await server.db.updateTable('team').set({ phone: '+49 30 901820' }).where('id', '=', team.id).execute();
  const csv = fileOf(line('Ann Lee', 'ann@work.example', { phone: '0151 23456789' }), BEN);
  const checked = await check(csv);
  expect(checked.body.data.rows.map(({ phone }: { phone: string }) => phone)).toEqual([
    '+49 1512 3456789',
    '+1 202 555 0144',
  ]);
  expect((await add(csv, [2, 3])).status).toBe(200);
  expect((await usersOf(server)).map(({ phone, sms_number }) => [phone, sms_number])).toEqual([
    ['+49 1512 3456789', '+4915123456789'],
    ['+1 202 555 0144', '+12025550144'],
  ]);
});
