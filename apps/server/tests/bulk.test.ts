import { MAX_BULK_ROWS } from '@callpoint/contract/bulk';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { testServer } from '../src/testing/server.ts';
import { NO_CHANNELS } from '../src/factories/channels.ts';

const MESSAGE = {
  channel: 'email' as const,
  role: 'team' as const,
  address: 'safety@work.example',
  subject: 'Help',
  text: 'Help',
  html: null,
  skipped: null,
};

/** Two subscribers, each with two users, two presses, a form and a failed message. */
async function world() {
  const server = await testServer({ channels: { ...NO_CHANNELS, email: true, sms: true } });
  const subscriber = async () => {
    const team = await buildTeam(server.db);
    const users = [await buildAppUser(server.db, team.id), await buildAppUser(server.db, team.id)];
    const [user] = users;
    if (!user) throw new Error('no user');
    const stored = await storeSubmissions(server.db, [
      buildSubmission(user, { messages: [MESSAGE] }),
      buildSubmission(user),
      buildSubmission(user, { item: { kind: 'form', id: 3 } }),
    ]);
    await server.db.updateTable('delivery').set({ state: 'failed' }).where('team_id', '=', team.id).execute();
    const message = await server.db
      .selectFrom('delivery')
      .select('id')
      .where('team_id', '=', team.id)
      .executeTakeFirstOrThrow();
    const token = await server.tokenOf('team', team.id);
    return {
      team,
      token,
      users: users.map(({ id }) => id),
      ids: stored.map(({ id }) => id),
      message: message.id,
    };
  };
  return { server, own: await subscriber(), other: await subscriber() };
}

const MISSING = 2_000_000_000;
const NO_RECORD = 'The record does not exist.';

test('deletes the caller’s rows; the others fail with the same reason as an unknown id, and each deletion is audited', async () => {
  const { server, own, other } = await world();
  const ids = [own.ids[0], own.ids[1], own.ids[0], other.ids[0], MISSING];
  const { status, body } = await server.post('/tapi/v1/bulkDelete/button_click', {
    token: own.token,
    body: { ids },
  });
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      msg: '2 deleted, 2 failed.',
      data: {
        done: [own.ids[0], own.ids[1]],
        failed: [
          { id: other.ids[0], msg: NO_RECORD },
          { id: MISSING, msg: NO_RECORD },
        ],
      },
    },
  ]);
  const audit = await server.db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'actor_id'])
    .where('action', '=', 'delete')
    .orderBy('id')
    .execute();
  expect(audit).toEqual(
    [own.ids[0], own.ids[1]].map((id) => ({
      subject: 'button_click',
      subject_id: id,
      actor_id: own.team.id,
    })),
  );
  const left = await server.get('/tapi/v1/listPaged/button_click', { token: own.token });
  expect([left.body.items, left.body.pagination.total]).toEqual([[], 0]);
  const theirs = await server.get('/tapi/v1/listPaged/button_click', { token: other.token });
  expect(theirs.body.pagination.total).toBe(2);
  const forms = await server.post('/tapi/v1/bulkDelete/form_submission', {
    token: own.token,
    body: { ids: [own.ids[2]] },
  });
  expect(forms.body.msg).toBe('1 deleted.');
});

test('blocks and unblocks users, signs out their phones, and leaves other users alone', async () => {
  const { server, own, other } = await world();
  const phone = await server.tokenOf('app_user', own.users[0] ?? 0);
  const ids = [...own.users, other.users[0]];
  const change = (status: 0 | 1) =>
    server.post('/tapi/v1/bulkUpdate/app_user', { token: own.token, body: { ids, data: { status } } });
  expect((await change(0)).body).toMatchObject({
    msg: '2 blocked, 1 failed.',
    data: { done: own.users, failed: [{ id: other.users[0] }] },
  });
  const statuses = async () => {
    const rows = await server.db.selectFrom('app_user').select('status').orderBy('id').execute();
    return rows.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([0, 0, 1, 1]);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  expect((await change(1)).body.msg).toBe('2 unblocked, 1 failed.');
  expect(await statuses()).toEqual([1, 1, 1, 1]);
});

test('deletes users: their phones are signed out, they can be restored, and other users stay', async () => {
  const { server, own, other } = await world();
  const [first = 0, second = 0] = own.users;
  const phone = await server.tokenOf('app_user', first);
  const remove = (ids: number[], token = own.token) =>
    server.post('/tapi/v1/bulkDelete/app_user', { token, body: { ids } });
  const theirs = other.users[0] ?? 0;
  const { status, body } = await remove([first, theirs, second, first, MISSING]);
  const noUser = 'No such user exists.';
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      msg: '2 deleted, 2 failed.',
      data: {
        done: [first, second],
        failed: [
          { id: theirs, msg: noUser },
          { id: MISSING, msg: noUser },
        ],
      },
    },
  ]);
  // A second call changes nothing.
  expect((await remove([first])).body.data).toEqual({ done: [], failed: [{ id: first, msg: noUser }] });
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  const listed = async (token: string) =>
    (await server.get('/tapi/v1/listPaged/app_user', { token })).body.items.map(
      ({ id }: { id: number }) => id,
    );
  expect([await listed(own.token), (await listed(other.token)).length]).toEqual([[], 2]);
  const audit = await server.db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'actor_id'])
    .where('action', '=', 'delete')
    .where('outcome', '=', 'done')
    .orderBy('id')
    .execute();
  expect(audit).toEqual(
    [first, second].map((id) => ({ subject: 'app_user', subject_id: id, actor_id: own.team.id })),
  );
  const deleted = await server.get('/tapi/v1/listPaged/deleted', { token: own.token });
  expect(deleted.body.items).toMatchObject([
    { kind: 'app_user', row_id: second },
    { kind: 'app_user', row_id: first },
  ]);
  const restored = await server.post('/tapi/v1/restore/deleted', {
    token: own.token,
    body: { id: deleted.body.items[1].id },
  });
  expect([restored.status, await listed(own.token)]).toEqual([200, [first]]);
  // An administrator deletes users of each subscriber; a phone deletes none.
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const theirPhone = await server.tokenOf('app_user', theirs);
  expect((await remove([theirs], theirPhone)).status).toBe(403);
  const byAdmin = await server.post('/api/v1/bulkDelete/app_user', {
    token: admin,
    body: { ids: [first, theirs] },
  });
  expect(byAdmin.body.data.done).toEqual([first, theirs]);
});

test('resends failed messages; a message that was sent fails with its reason', async () => {
  const { server, own, other } = await world();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const resend = async (token: string, ids: number[]) =>
    (await server.post('/api/v1/bulkResend/delivery', { token, body: { ids } })).body.data;
  expect(await resend(own.token, [own.message, other.message])).toEqual({
    done: [own.message],
    failed: [{ id: other.message, msg: NO_RECORD }],
  });
  await server.db.updateTable('delivery').set({ state: 'sent' }).where('id', '=', own.message).execute();
  expect(await resend(admin, [own.message, other.message])).toEqual({
    done: [other.message],
    failed: [{ id: own.message, msg: expect.stringContaining('sent') }],
  });
});

test('rejects no rows, too many rows and invalid ids, and changes nothing', async () => {
  const { server, own } = await world();
  for (const ids of [
    [],
    Array.from({ length: MAX_BULK_ROWS + 1 }, (_, index) => index + 1),
    ['x'],
    'all',
    null,
  ]) {
    for (const table of ['button_click', 'app_user']) {
      const { status, body } = await server.post(`/tapi/v1/bulkDelete/${table}`, {
        token: own.token,
        body: { ids },
      });
      expect([table, status, body.errors[0].field.split('.')[0]]).toEqual([table, 400, 'ids']);
    }
  }
  expect(
    (await server.get('/tapi/v1/listPaged/button_click', { token: own.token })).body.pagination.total,
  ).toBe(2);
  expect((await server.get('/tapi/v1/listPaged/app_user', { token: own.token })).body.pagination.total).toBe(
    2,
  );
});

test('two calls about the same rows at the same time delete each once', async () => {
  const { server, own } = await world();
  const body = { ids: own.ids.slice(0, 2) };
  const both = await Promise.all(
    [1, 2].map(() => server.post('/tapi/v1/bulkDelete/button_click', { token: own.token, body })),
  );
  const done = both.flatMap(({ body: response }) => response.data.done);
  expect([done.length, new Set(done)]).toEqual([2, new Set(body.ids)]);
  const { total } = (await server.get('/tapi/v1/listPaged/button_click', { token: own.token })).body
    .pagination;
  expect(total).toBe(0);
});
