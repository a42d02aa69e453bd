import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const AT = new Date('2026-07-01T22:30:00.123Z');

async function teamWithUser(server: TestServer, name = 'Ann Lee') {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id, { name });
  return { team, user, token: await server.tokenOf('team', team.id) };
}

const lines = (body: { csv: string }) => body.csv.split('\r\n').slice(0, -1);

test('an export has every filtered row in the requested order, with times in UTC and in the reader’s time zone', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const [one] = await storeSubmissions(server.db, [buildSubmission(user)], AT);
  const [two] = await storeSubmissions(
    server.db,
    [buildSubmission(user, { location: null }), buildSubmission(user, { item: { kind: 'button', id: 2 } })],
    new Date('2026-12-01T08:00:00.000Z'),
  );
  const query = { filter_button_id: 5, sort: 'created_at', order: 'asc', zone: 'Europe/Berlin', per_page: 1 };
  const response = await server.get('/tapi/v1/export/button_click', { token, query });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="lone-worker-emergency-\d{8}-\d{6}\.csv"$/,
  );
  const raw = await fetch(`${server.url}/tapi/v1/export/button_click?token=${token}`);
  expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x53]);
  const location = '38.8977,-77.0365,';
  expect(lines(response.body)).toEqual([
    'Submission Id,Button,Account number,Date and Time (UTC),Date and Time (Europe/Berlin),Latitude,Longitude,Accuracy (m),Name,Email,Phone',
    `${one?.id},Lone Worker Emergency,${team.id},2026-07-01T22:30:00.123Z,2026-07-02 00:30:00,${location},Ann Lee,${user.email},'${user.phone}`,
    `${two?.id},Lone Worker Emergency,${team.id},2026-12-01T08:00:00.000Z,2026-12-01 09:00:00,,,,Ann Lee,${user.email},'${user.phone}`,
  ]);
});

test('typed text stays in its cell and is never a formula', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server, '=cmd|calc');
  const item = { kind: 'form', id: 3 } as const;
  const written = { company: '@Smith', message: 'a "quoted"\n=1+1, and more', otherData: '-2+3' };
  await storeSubmissions(server.db, [buildSubmission(user, { item, ...written })], AT);
  const { body } = await server.get('/tapi/v1/export/form_submission', { token });
  expect(body.csv).toContain(",'=cmd|calc,");
  expect(body.csv).toContain(`,'@Smith,"a ""quoted""\n'=1+1, and more",'-2+3\r\n`);
  const imageUrls = JSON.stringify(['/images/a.webp', '/images/b.webp']);
  await storeSubmissions(server.db, [
    buildSubmission(user, { item: { kind: 'form', id: 1 }, otherData: imageUrls, message: 'look' }),
  ]);
  const question = await server.get('/tapi/v1/export/form_submission', { token, query: { filter_f_id: 1 } });
  expect(question.body.csv).toContain(',look,"/images/a.webp\n/images/b.webp"\r\n');
});

test('an export with several batches has each row once, for both sort keys and in both directions', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const many = Array.from({ length: 1_203 }, () => buildSubmission(user));
  const stored = (await storeSubmissions(server.db, many, AT)).map(({ id }) => String(id)).toSorted();
  for (const sort of ['id', 'created_at']) {
    for (const order of ['asc', 'desc']) {
      const { body } = await server.get('/tapi/v1/export/button_click', { token, query: { sort, order } });
      const found = lines(body)
        .slice(1)
        .map((line) => line.split(',')[0] ?? '');
      const ids = found.map(Number);
      expect(ids).toEqual(ids.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
      expect(found.toSorted()).toEqual(stored);
    }
  }
});

test('a team’s export has only its own rows; an administrator’s export has those of the given team', async () => {
  const server = await testServer();
  const { user, token, team } = await teamWithUser(server, 'Mine');
  const other = await teamWithUser(server, 'Theirs');
  await storeSubmissions(server.db, [buildSubmission(user), buildSubmission(other.user)]);
  const csv = async (base: string, as: string, query: Record<string, string | number> = {}) =>
    (await server.get(`${base}/export/button_click`, { token: as, query })).body.csv as string;
  for (const base of ['/tapi/v1', '/api/v1']) {
    for (const query of [{}, { my: 'no' }]) {
      const file = await csv(base, token, query);
      expect([file.includes('Mine'), file.includes('Theirs')]).toEqual([true, false]);
    }
    expect(lines({ csv: await csv(base, token, { filter_team_id: other.team.id }) })).toHaveLength(1);
  }
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const file = await csv('/api/v1', admin, { filter_team_id: other.team.id });
  expect([file.includes('Mine'), file.includes('Theirs')]).toEqual([false, true]);

  const audit = await server.db.selectFrom('audit').selectAll().where('action', '=', 'export').execute();
  expect(
    audit.map(({ actor_role, team_id, subject, detail }) => [actor_role, team_id, subject, detail]),
  ).toEqual([
    ...Array.from({ length: 2 }, () => [
      ['team', team.id, 'button_click', 'sort=id desc'],
      ['team', team.id, 'button_click', 'sort=id desc'],
      ['team', team.id, 'button_click', `sort=id desc, filter_team_id=${other.team.id}`],
    ]).flat(),
    ['admin', other.team.id, 'button_click', `sort=id desc, filter_team_id=${other.team.id}`],
  ]);
});

test('an invalid time zone, filter or order is rejected before any data is sent, and is not recorded in the audit', async () => {
  const server = await testServer();
  const { token } = await teamWithUser(server);
  for (const query of [{ zone: 'Mars/Olympus' }, { filter_name: 'x' }, { sort: 'name' }, { order: 'up' }]) {
    const response = await server.get('/tapi/v1/export/button_click', { token, query });
    expect([response.status, response.body.ok]).toEqual([400, false]);
  }
  const audit = server.db.selectFrom('audit').select('id').where('action', '=', 'export');
  expect(await audit.execute()).toEqual([]);
});

test('an account can run two exports at a time; others do not wait, and a canceled export allows a new one', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const long = 'x'.repeat(20_000);
  const item = { kind: 'form', id: 3 } as const;
  // More data than sockets buffer for a client that does not read.
  for (let batch = 0; batch < 4; batch += 1) {
    const forms = Array.from({ length: 300 }, () => buildSubmission(user, { item, message: long }));
    await storeSubmissions(server.db, forms, AT);
  }
  const other = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const abort = new AbortController();
  const open = await Promise.all(
    [0, 1].map((at) =>
      fetch(
        `${server.url}/api/v1/export/form_submission?token=${token}`,
        at === 0 ? { signal: abort.signal } : {},
      ),
    ),
  );
  expect(open.map(({ status }) => status)).toEqual([200, 200]);
  const requestExport = async (as: string) => {
    const { status, headers } = await server.get('/tapi/v1/export/form_submission', { token: as });
    return [status, headers.get('retry-after')];
  };
  expect([await requestExport(token), await requestExport(other)]).toEqual([
    [429, '15'],
    [200, null],
  ]);
  abort.abort();
  const [, second] = open;
  const fullText = (await second?.text()) ?? '';
  await expect
    .poll(async () => (await requestExport(token))[0], { timeout: 20_000, interval: 500 })
    .toBe(200);
  expect(fullText.split('\r\n')).toHaveLength(1 + 1_200 + 1);
});
