import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Role } from '@callpoint/contract/permissions';
import type { Row } from '../src/db/rows.ts';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../src/factories/accounts.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { buildTenant, configId, settingId } from '../src/testing/tenant.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

type Entry = Omit<Row<'audit'>, 'id' | 'at' | 'address' | 'changes' | 'times' | 'counted_as'> & {
  changes: unknown;
};

/**
 * The `count` audit entries after id `after`, oldest first. Waits for them, because rejections are recorded after the
 * response.
 */
async function auditOf(server: TestServer, count: number, after = 0): Promise<Entry[]> {
  const lines = () =>
    server.db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').execute();
  await expect.poll(async () => (await lines()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  const found = await lines();
  expect(found).toHaveLength(count);
  return found.map((row) => {
    const { id, at, address, changes, times, counted_as: _key, ...line } = row;
    expect(id).toBeGreaterThan(after);
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    expect(address).toBe('127.0.0.1');
    expect(times).toBe(row.outcome === 'refused' ? 1 : null);
    return { ...line, changes: changes === null ? null : JSON.parse(changes) };
  });
}

async function lastEntryId(server: TestServer): Promise<number> {
  const { last } = await server.db
    .selectFrom('audit')
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

test.each(['admin', 'team', 'app_user'] as const)(
  'records one entry for each sign-in of role %s',
  async (role) => {
    const server = await testServer();
    const team = await buildTeam(server.db);
    const account =
      role === 'admin'
        ? await buildAdmin(server.db)
        : role === 'team'
          ? team
          : await buildAppUser(server.db, team.id);
    const after = await lastEntryId(server);
    const signIn = (email: string, password: string) =>
      role === 'app_user'
        ? server.post('/mapi/v1/login', { body: { email, password } })
        : server.post('/sapi/v1/login', { body: { email, password, role } });
    const team_id = role === 'admin' ? null : team.id;
    expect((await signIn(account.email, FACTORY_PASSWORD)).status).toBe(200);
    expect((await signIn(account.email, 'Wrong-secret-123')).status).toBe(401);
    expect((await signIn('nobody@work.example', 'Wrong-secret-123')).status).toBe(401);
    const common = { action: 'sign in', subject: role, changes: null };
    expect(await auditOf(server, 3, after)).toEqual([
      {
        ...common,
        actor_role: role,
        actor_id: account.id,
        outcome: 'done',
        subject_id: account.id,
        team_id,
        detail: '',
      },
      {
        ...common,
        actor_role: 'nobody',
        actor_id: account.id,
        outcome: 'refused',
        subject_id: account.id,
        team_id,
        detail: 'answered 401',
      },
      {
        ...common,
        actor_role: 'nobody',
        actor_id: null,
        outcome: 'refused',
        subject_id: null,
        team_id: null,
        detail: 'answered 401',
      },
    ]);
  },
);

test('uses the client address only from a trusted proxy', async () => {
  const from = async (variables: Record<string, string>) => {
    const server = await testServer({ variables });
    const { email } = await buildTeam(server.db);
    await server.post('/sapi/v1/login', {
      body: { email, password: FACTORY_PASSWORD, role: 'team' },
      headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' },
    });
    const line = await server.db
      .selectFrom('audit')
      .select('address')
      .where('action', '=', 'sign in')
      .executeTakeFirstOrThrow();
    return line.address;
  };
  expect(await from({})).toBe('127.0.0.1');
  expect(await from({ TRUSTED_PROXIES: '10.0.0.0/8' })).toBe('127.0.0.1');
  // The trusted proxy appended the caller's address; everything before it can be forged.
  expect(await from({ TRUSTED_PROXIES: '127.0.0.0/8' })).toBe('198.51.100.7');
});

test('records a locked sign-in and a sign-in of a blocked account as rejections with their status', async () => {
  const server = await testServer();
  const [locked, blocked] = [await buildTeam(server.db), await buildTeam(server.db, { status: 0 })];
  const signIn = (email: string, password: string) =>
    server.post('/sapi/v1/login', { body: { email, password, role: 'team' } });
  for (let failure = 0; failure < 5; failure += 1) await signIn(locked.email, 'Wrong-secret-123');
  const after = await lastEntryId(server);
  await signIn(locked.email, FACTORY_PASSWORD);
  await signIn(blocked.email, FACTORY_PASSWORD);
  const lines = await auditOf(server, 2, after);
  expect(lines.map(({ outcome, detail, team_id }) => [outcome, detail, team_id])).toEqual([
    ['refused', 'answered 429', locked.id],
    ['refused', 'answered 403', blocked.id],
  ]);
});

test('records the actor, the action, and the old and new values of each change', async () => {
  const server = await testServer();
  const tenant = await buildTenant(server.db);
  const { team, user } = tenant;
  const { ids, planValue } = await prepareExampleRows(server.db, tenant);
  const admin = await buildAdmin(server.db);
  const [adminToken, teamToken] = [
    await server.tokenOf('admin', admin.id),
    await server.tokenOf('team', team.id),
  ];
  const setting = await settingId(server.db, team.id, 'mail_to_user_5');
  const byAdmin = { actor_role: 'admin', actor_id: admin.id, outcome: 'done', detail: null };
  const byTeam = { actor_role: 'team', actor_id: team.id, outcome: 'done', detail: null };
  const done = async (token: string, path: string, body: object, moreEntries: string[] = []) => {
    const after = await lastEntryId(server);
    expect((await server.post(path, { token, body })).status).toBe(200);
    const [line, ...more] = await auditOf(server, 1 + moreEntries.length, after);
    expect(more.map(({ action, subject }) => `${action} ${subject}`)).toEqual(moreEntries);
    return line;
  };

  expect(
    await done(teamToken, '/tapi/v1/update/settings', { id: setting, data: { setting_value: 'no' } }),
  ).toEqual({
    ...byTeam,
    action: 'update',
    subject: 'settings',
    subject_id: setting,
    team_id: team.id,
    changes: { setting_value: { old: 'yes', new: 'no' } },
  });
  const data = { name: 'Ann Lee', phone: user.phone, password: 'Quiet-harbour-77' };
  expect(await done(adminToken, '/api/v1/update/app_user', { id: user.id, data })).toEqual({
    ...byAdmin,
    action: 'update',
    subject: 'app_user',
    subject_id: user.id,
    team_id: team.id,
    changes: {
      name: { old: user.name, new: 'Ann Lee' },
      password_hash: { old: 'not shown', new: 'not shown' },
    },
  });
  const setStatus = (status: 0 | 1) =>
    done(adminToken, '/api/v1/update/team', { id: team.id, data: { status } }, [
      'create subscription_history',
    ]);
  expect(await setStatus(0)).toEqual({
    ...byAdmin,
    action: 'update',
    subject: 'team',
    subject_id: team.id,
    team_id: team.id,
    changes: { status: { old: 1, new: 0 } },
  });
  await setStatus(1);
  expect(
    await done(adminToken, '/api/v1/update/plan', { id: ids.plan, data: { plan_cost: 31.5, max_users: 10 } }),
  ).toEqual({
    ...byAdmin,
    action: 'update',
    subject: 'plan',
    subject_id: ids.plan,
    team_id: null,
    changes: { plan_cost_cents: { old: 2995, new: 3150 } },
  });
  const emails = await configId(server.db, 'user_submission_emails');
  expect(
    await done(adminToken, '/api/v1/update/config', { id: emails, data: { config_value: 'a@b.example' } }),
  ).toMatchObject({ subject: 'config', changes: { config_value: { old: '', new: 'a@b.example' } } });
  const deleted = await done(await server.tokenOf('team', team.id), '/tapi/v1/delete/form_submission', {
    id: ids.form_submission,
  });
  expect(deleted).toMatchObject({
    ...byTeam,
    action: 'delete',
    subject: 'form_submission',
    subject_id: ids.form_submission,
    team_id: team.id,
    changes: { message: { old: `Gloves ${tenant.mark}`, new: null } },
  });

  const after = await lastEntryId(server);
  const query = { team_id: team.id, selectedPlan: planValue, expires_on: '2999-12-31' };
  expect((await server.get('/api/v1/upgradeByAdmin', { token: adminToken, query })).status).toBe(200);
  const upgraded = await auditOf(server, 2, after);
  expect(upgraded.map(({ action, subject, actor_role }) => [action, subject, actor_role])).toEqual([
    ['update', 'team', 'admin'],
    ['create', 'subscription_history', 'admin'],
  ]);
  expect(upgraded[0]?.changes).toMatchObject({
    plan_id: { old: null, new: ids.plan },
    plan_expires_at: { old: null, new: '2999-12-31T23:59:59.999Z' },
  });
});

test('records the values of created rows, also at sign-up, without passwords', async () => {
  const server = await testServer();
  const account = {
    email: 'tess@smith.example',
    account_name: 'Smith',
    first_name: 'Tess',
    last_name: 'Smith',
    phone: '+1 202 555 0143',
  };
  const password = 'Quiet-harbour-77';
  const body = { ...account, password, re_password: password };
  expect((await server.post('/sapi/v1/signup', { body })).status).toBe(200);
  const [line] = await auditOf(server, 1);
  const shown = Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, { old: null, new: value }]),
  );
  expect(line).toEqual({
    actor_role: 'nobody',
    actor_id: null,
    action: 'create',
    outcome: 'done',
    subject: 'team',
    subject_id: line?.subject_id,
    team_id: line?.subject_id,
    changes: { ...shown, password_hash: { old: null, new: 'not shown' } },
    detail: null,
  });
});

test('records one entry for each rejected call of a signed-in caller: 403, 404, 409, and read-only fields', async () => {
  const server = await testServer();
  const [a, b] = [await buildTenant(server.db), await buildTenant(server.db)];
  const theirs = (await prepareExampleRows(server.db, b)).ids;
  const token = await server.tokenOf('team', a.team.id);
  const after = await lastEntryId(server);
  const setting_value = 'no';
  const stale = '2020-01-01T00:00:00.000Z';
  const mine = await settingId(server.db, a.team.id, 'mail_to_user_5');
  const press = { client_id: randomUUID(), button_id: 5 };
  const calls: [() => Promise<{ status: number }>, number, string, Row<'audit'>['subject'], number | null][] =
    [
      [
        () =>
          server.post('/tapi/v1/update/settings', {
            token,
            body: { id: theirs.settings, data: { setting_value } },
          }),
        404,
        'POST /tapi/v1/update/settings',
        'settings',
        theirs.settings,
      ],
      [
        () =>
          server.post('/tapi/v1/update/settings', {
            token,
            body: { id: mine, updated_at: stale, data: { setting_value } },
          }),
        409,
        'POST /tapi/v1/update/settings',
        'settings',
        mine,
      ],
      [
        () => server.post('/tapi/v1/update/team', { token, body: { id: a.team.id, data: { status: 1 } } }),
        400,
        'POST /tapi/v1/update/team',
        'team',
        a.team.id,
      ],
      [
        () => server.get('/tapi/v1/convertToFree', { token, query: { team_id: b.team.id } }),
        404,
        'GET /tapi/v1/convertToFree',
        'team',
        b.team.id,
      ],
      [
        () => server.get('/api/v1/getSubData', { token, query: { sub_id: b.subscription } }),
        404,
        'GET /api/v1/getSubData',
        'subscription',
        null,
      ],
      [
        () => server.get('/api/v1/listPaged/config', { token }),
        403,
        'GET /api/v1/listPaged/config',
        'config',
        null,
      ],
      [
        () => server.post('/mapi/v1/button_click', { token, body: press }),
        403,
        'POST /mapi/v1/button_click',
        'button_click',
        null,
      ],
    ];
  for (const [call, status] of calls) expect((await call()).status).toBe(status);
  const lines = await auditOf(server, calls.length, after);
  const expected = calls.map(([, status, action, subject, subject_id]) => ({
    actor_role: 'team',
    actor_id: a.team.id,
    action,
    outcome: 'refused',
    subject,
    subject_id,
    team_id: a.team.id,
    detail: `answered ${status}`,
    changes: null,
  }));
  const sorted = (of: object[]) =>
    of.map((line) => JSON.stringify(line, Object.keys(line).toSorted())).toSorted();
  expect(sorted(lines)).toEqual(sorted(expected));

  // Invalid input and successful calls are not recorded as rejections.
  const before = await lastEntryId(server);
  expect((await server.post('/tapi/v1/update/settings', { token, body: { id: 'x' } })).status).toBe(400);
  expect((await server.get('/tapi/v1/listPaged/settings', { token })).status).toBe(200);
  expect((await server.get('/api/v1/listPaged/audit', { token })).status).toBe(403);
  await auditOf(server, 1, before);
});

test('counts repeated rejections of a call instead of storing each', async () => {
  const server = await testServer();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  const calls = 60;
  await Promise.all(
    Array.from({ length: calls }, (_, id) =>
      server.post('/tapi/v1/update/settings', {
        token,
        body: { id: 900_000 + id, data: { setting_value: '' } },
      }),
    ),
  );
  const lines = async () =>
    await server.db.selectFrom('audit').selectAll().where('outcome', '=', 'refused').execute();
  const counted = async () => (await lines()).reduce((sum, { times }) => sum + (times ?? 0), 0);
  await expect.poll(counted).toBe(calls);
  // One entry, or two if an hour ended during the test.
  expect((await lines()).length).toBeLessThanOrEqual(2);
  const query = { filter_outcome: 'refused' };
  const { body } = await server.get('/api/v1/listPaged/audit', { token: admin, query });
  expect(body.items[0]).toMatchObject({
    actor_id: team.id,
    action: 'POST /tapi/v1/update/settings',
    detail: expect.stringMatching(/^answered 404(, \d+ times within the hour)?$/),
  });
});

test('no call writes a secret to the audit', async () => {
  const server = await testServer();
  const [a, b] = [await buildTenant(server.db), await buildTenant(server.db)];
  const adminId = (await buildAdmin(server.db)).id;
  const secret = 'Sec-ret-marker-4711';
  const ids: Record<Role, number> = { admin: adminId, team: a.team.id, app_user: a.user.id };
  const tokens: string[] = [];
  const keyId = await configId(server.db, 'payment_secret_key').catch(() => null);
  expect(keyId).toBeNull();
  for (const [index, route] of ROUTES.entries()) {
    for (const role of ['admin', 'team', 'app_user'] as const) {
      // On own rows and on those of another subscriber; in `npm test` on one of the two, in turn.
      for (const tenant of TEST_LENGTH === 'short' ? [index % 2 === 0 ? a : b] : [a, b]) {
        const rows = await prepareExampleRows(server.db, tenant, { route });
        const input = route.example(rows);
        const body = withPassword({ ...input.body }, secret);
        const token = await server.tokenOf(role, ids[role]);
        tokens.push(token, rows.resetToken);
        const options = { token, ...(input.query ? { query: input.query } : {}) };
        await (route.method === 'GET'
          ? server.get(route.path, options)
          : server.post(route.path, { ...options, body }));
      }
    }
  }
  const token = await server.tokenOf('admin', adminId);
  const id = await configId(server.db, 'payment_secret_key');
  const config_value = 'sk_live_marker4711marker4711';
  expect(
    (await server.post('/api/v1/update/config', { token, body: { id, data: { config_value } } })).status,
  ).toBe(200);
  await expect
    .poll(
      async () =>
        (await server.db.selectFrom('audit').selectAll().where('outcome', '=', 'refused').execute()).length,
    )
    .toBeGreaterThan(20);
  const text = JSON.stringify(await server.db.selectFrom('audit').selectAll().execute());
  expect(text).toContain('not shown');
  expect(text).not.toMatch(/marker|argon2/);
  const hashes = await server.db.selectFrom('session').select('token_hash').execute();
  for (const part of [...tokens, ...hashes.map(({ token_hash }) => token_hash)])
    expect(text).not.toContain(part);
});

/** The body with every password replaced by `secret`. */
function withPassword(body: Record<string, unknown>, secret: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name.endsWith('password')) return [name, secret];
      return [name, name === 'data' ? withPassword(value as Record<string, unknown>, secret) : value];
    }),
  );
}
