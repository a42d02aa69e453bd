import { expect, test } from 'vitest';
import { countSubmissionsBySpan } from '../../db/totals/submission-rollup.ts';
import { purgeDeletedItems } from '../../delivery/queue/purge-deleted.ts';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const DAY = 86_400_000;

async function setUp() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id, {
    name: 'Ann Lee',
    email: 'ann@work.example',
    password: FACTORY_PASSWORD,
  });
  const token = await server.tokenOf('team', team.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const deleted = async (who = token) =>
    (await server.get('/api/v1/listPaged/deleted', { token: who })).body.items;
  const restore = (id: number, who = token) =>
    server.post('/api/v1/restore/deleted', { token: who, body: { id } });
  const remove = (kind: string, id: number, who = token) =>
    server.post(`/api/v1/delete/${kind}`, { token: who, body: { id } });
  const list = async (kind: string, who = token, query = {}) =>
    (await server.get(`/api/v1/listPaged/${kind}`, { token: who, query })).body;
  return { server, db: server.db, team, user, token, admin, deleted, restore, remove, list };
}

async function tables(
  { db }: TestServer,
  names: readonly ('button_click' | 'form_submission' | 'alarm' | 'delivery')[],
) {
  return await Promise.all(names.map((name) => db.selectFrom(name).selectAll().orderBy('id').execute()));
}

test('a deleted record is invisible, and restored with its messages, its alarm and the totals as they were', async () => {
  const { server, db, team, user, deleted, restore, remove, list } = await setUp();
  const at = new Date(Date.now() - 2 * 3_600_000);
  await storeSubmissions(
    db,
    [
      buildSubmission(user, { messages: [plannedEmail()] }),
      buildSubmission(user, { item: { kind: 'form', id: 3 }, message: 'Gloves', messages: [plannedEmail()] }),
    ],
    at,
  );
  await db
    .insertInto('alarm')
    .values({
      team_id: team.id,
      app_user_id: user.id,
      button_click_id: 1,
      form_submission_id: null,
      button_id: 5,
      f_id: null,
      submitted_at: at.toISOString(),
      reason: 'all_failed',
      raised_at: at.toISOString(),
      closed_at: null,
      closed_by: null,
      admins_mailed_at: null,
    })
    .execute();
  const names = ['button_click', 'form_submission', 'alarm', 'delivery'] as const;
  const before = await tables(server, names);
  const span = {
    starts: new Date(at.getTime() - DAY).toISOString(),
    ends: new Date(Date.now() + DAY).toISOString(),
  };
  const counts = async () =>
    (await countSubmissionsBySpan(db, [span])).map(({ kind, total }) => [kind, total]);
  const counted = await counts();

  for (const kind of ['button_click', 'form_submission']) {
    expect((await remove(kind, 1)).body).toEqual({ ok: true, msg: 'Deleted Successfully.' });
    expect((await list(kind)).items).toEqual([]);
    expect((await list(kind)).pagination.pageCount).toBe(0);
    expect((await remove(kind, 1)).status).toBe(404);
  }
  expect(await counts()).toEqual([]);
  const items = await deleted();
  expect(items).toMatchObject([
    {
      kind: 'form_submission',
      row_id: 1,
      item_id: 3,
      team_id: team.id,
      title: 'Need a Safety Product, Ann Lee',
    },
    {
      kind: 'button_click',
      row_id: 1,
      item_id: 5,
      deleted_by: 'team',
      deleted_by_name: `${team.first_name} ${team.last_name}`,
      submitted_at: at.toISOString(),
      title: 'Lone Worker Emergency, Ann Lee',
    },
  ]);
  const [{ deleted_at, restorable_until }] = items;
  expect(Date.parse(restorable_until) - Date.parse(deleted_at)).toBe(30 * DAY);

  for (const { id } of items) expect((await restore(id)).body).toEqual({ ok: true, msg: 'Restored.' });
  expect(await tables(server, names)).toEqual(before);
  expect(await counts()).toEqual(counted);
  expect((await list('button_click')).pagination.pageCount).toBe(1);
  expect(await deleted()).toEqual([]);
  expect((await restore(items[0].id)).status).toBe(404);
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'subject'])
    .where('outcome', '=', 'done')
    .where('action', '!=', 'create')
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'delete button_click',
    'delete form_submission',
    'restore form_submission',
    'restore button_click',
  ]);
});

test('of two concurrent restores, one restores the record', async () => {
  const { db, user, deleted, restore, remove, list } = await setUp();
  await storeSubmissions(db, [buildSubmission(user)]);
  await remove('button_click', 1);
  const [{ id }] = await deleted();
  const statuses = (await Promise.all([restore(id), restore(id)])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404]);
  expect((await list('button_click')).items).toHaveLength(1);
});

test('a deleted user cannot sign in, is in no list, does not count, and their records keep the name', async () => {
  const { server, db, team, user, deleted, restore, remove, list } = await setUp();
  await storeSubmissions(db, [buildSubmission(user)]);
  const phone = await server.tokenOf('app_user', user.id);
  const signIn = () =>
    server.post('/mapi/v1/login', { body: { email: user.email, password: FACTORY_PASSWORD } });
  const row = await db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow();
  expect((await remove('app_user', user.id)).body).toEqual({ ok: true, msg: 'Deleted Successfully.' });
  expect((await signIn()).status).toBe(401);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  expect((await list('app_user')).items).toEqual([]);
  const [account] = (await list('team')).items;
  expect(account.used_users).toBe(0);
  const [record] = (await list('button_click', undefined, { related: 'app_user' })).items;
  expect(record.app_user).toMatchObject({ id: user.id, name: 'Ann Lee', email: 'ann@work.example' });
  const update = { id: user.id, data: { name: 'Other' } };
  const token = await server.tokenOf('team', team.id);
  expect((await server.post('/tapi/v1/update/app_user', { token, body: update })).status).toBe(404);
  const stored = await db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toMatch(/Ann|ann@work|202 555/);

  // The address is free again, until the restored user needs it.
  const other = await buildAppUser(db, team.id, { email: user.email });
  const [item] = await deleted();
  expect(item).toMatchObject({ kind: 'app_user', row_id: user.id, title: 'Ann Lee' });
  const taken = await restore(item.id);
  expect([taken.status, taken.body.msg]).toEqual([
    409,
    'Another user has this email address now. Change that user first.',
  ]);
  await remove('app_user', other.id);
  await db.updateTable('team').set({ max_users: 0 }).execute();
  expect((await restore(item.id)).body.msg).toContain('Your plan allows 0 app users');
  await db.updateTable('team').set({ max_users: 5 }).execute();
  expect((await restore(item.id)).status).toBe(200);
  const restored = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(restored).toEqual({ ...row, updated_at: restored.updated_at });
  expect((await signIn()).status).toBe(200);
});

test('a deleted plan is restored with its id', async () => {
  const { db, admin, token, deleted, restore, remove, list } = await setUp();
  const plan = await buildPlan(db, {});
  await remove('plan', plan.id, admin);
  expect((await list('plan', admin)).items).toEqual([]);
  expect(await deleted(token)).toEqual([]);
  const [item] = await deleted(admin);
  expect(item).toMatchObject({ kind: 'plan', team_id: null, title: plan.plan_name });
  expect((await restore(item.id, token)).status).toBe(404);
  expect((await restore(item.id, admin)).status).toBe(200);
  expect((await list('plan', admin)).items).toMatchObject([{ id: plan.id, plan_name: plan.plan_name }]);
  expect((await buildPlan(db, {})).id).toBeGreaterThan(plan.id);
});

test('a subscriber neither sees nor restores what another one deleted; an administrator does', async () => {
  const { server, db, user, admin, deleted, restore, remove } = await setUp();
  await storeSubmissions(db, [buildSubmission(user)]);
  await remove('button_click', 1);
  const [{ id }] = await deleted();
  const other = await server.tokenOf('team', (await buildTeam(db)).id);
  expect(await deleted(other)).toEqual([]);
  expect((await restore(id, other)).status).toBe(404);
  expect(await deleted(admin)).toHaveLength(1);
  expect((await restore(id, admin)).status).toBe(200);
});

test('who deleted an item is named, but no administrator to a subscriber', async () => {
  const { server, db, user, token, remove } = await setUp();
  const grace = await buildAdmin(db, { firstName: 'Grace', lastName: 'Hopper' });
  const admin = await server.tokenOf('admin', grace.id);
  await remove('app_user', user.id, admin);
  const find = async (who: string, text?: string) => {
    const query = text === undefined ? {} : { filter_search: text };
    return (await server.get('/api/v1/listPaged/deleted', { token: who, query })).body.items;
  };
  const deletion = { row_id: user.id, deleted_by: 'admin', submitted_at: null };
  expect(await find(admin)).toMatchObject([{ ...deletion, deleted_by_name: 'Grace Hopper' }]);
  expect(await find(admin, 'hopper')).toMatchObject([deletion]);
  expect(await find(token)).toMatchObject([{ ...deletion, deleted_by_name: null }]);
  expect(await find(token, 'hopper')).toEqual([]);
  // An item that was deleted before its account was stored.
  await db.updateTable('deleted_item').set({ deleted_by_id: null }).execute();
  expect(await find(admin)).toMatchObject([{ ...deletion, deleted_by_name: null }]);
});

test('restores several items: each that cannot be restored has its reason, and the others are restored', async () => {
  const { server, db, team, user, token, admin, deleted, restore, remove, list } = await setUp();
  await storeSubmissions(db, [buildSubmission(user), buildSubmission(user)]);
  const bo = await buildAppUser(db, team.id, { name: 'Bo Berg' });
  for (const id of [1, 2]) await remove('button_click', id);
  for (const { id } of [user, bo]) await remove('app_user', id);
  const other = await buildTeam(db);
  const [theirs] = await storeSubmissions(db, [buildSubmission(await buildAppUser(db, other.id))]);
  const otherToken = await server.tokenOf('team', other.id);
  await remove('button_click', theirs?.id ?? 0, otherToken);
  const [{ id: foreign }] = await deleted(otherToken);
  // Someone else has the address of the first user now.
  await buildAppUser(db, team.id, { email: user.email });
  const [itemOfBo, itemOfAnn, second, first] = (await deleted()).map(({ id }: { id: number }) => id);
  const bulk = (ids: unknown, who = token) =>
    server.post('/tapi/v1/bulkRestore/deleted', { token: who, body: { ids } });
  const { status, body } = await bulk([first, itemOfAnn, foreign, first, itemOfBo]);
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      msg: '2 restored, 2 failed.',
      data: {
        done: [first, itemOfBo],
        failed: [
          {
            id: itemOfAnn,
            msg: 'Another user has this email address now. Change that user first.',
          },
          { id: foreign, msg: 'The record does not exist.' },
        ],
      },
    },
  ]);
  expect((await list('button_click')).items.map(({ id }: { id: number }) => id)).toEqual([1]);
  expect((await list('app_user')).items.map(({ id }: { id: number }) => id)).toContain(bo.id);
  const left = (await deleted()).map(({ id }: { id: number }) => id);
  expect(left).toEqual([itemOfAnn, second]);
  const audit = await db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'actor_id'])
    .where('action', '=', 'restore')
    .where('outcome', '=', 'done')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { subject: 'button_click', subject_id: 1, actor_id: team.id },
    { subject: 'app_user', subject_id: bo.id, actor_id: team.id },
  ]);

  // As many users as the plan allows: the next one fails, and the record is restored.
  await db.updateTable('team').set({ max_users: 2 }).execute();
  await db.deleteFrom('deleted_item').where('id', '=', itemOfAnn).execute();
  await remove('app_user', bo.id);
  const carrier = await buildAppUser(db, team.id);
  const [again] = (await deleted()).map(({ id }: { id: number }) => id);
  expect((await bulk([again, second])).body.data).toEqual({
    done: [second],
    failed: [{ id: again, msg: 'Your plan allows 2 app users.' }],
  });

  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1);
  for (const ids of [[], tooMany, ['x'], 'all', null]) expect((await bulk(ids)).status).toBe(400);
  const phone = await server.tokenOf('app_user', carrier.id);
  expect((await bulk([again], phone)).status).toBe(403);
  const plan = await buildPlan(db, {});
  await remove('plan', plan.id, admin);
  const [item] = await deleted(admin);
  expect((await bulk([item.id])).body.data.done).toEqual([]);
  expect(
    (await server.post('/api/v1/bulkRestore/deleted', { token: admin, body: { ids: [item.id] } })).body.msg,
  ).toBe('1 restored.');
  expect((await restore(foreign, otherToken)).status).toBe(200);
});

test('after 30 days, deleted items are purged with the messages of records', async () => {
  const { db, user, deleted, restore, remove } = await setUp();
  await storeSubmissions(db, [
    buildSubmission(user, { messages: [plannedEmail()] }),
    buildSubmission(user, { messages: [plannedEmail({ text: 'Other' })] }),
  ]);
  await remove('button_click', 1);
  await remove('app_user', user.id);
  const [, { id }] = await deleted();
  expect(await purgeDeletedItems(db, new Date(Date.now() - DAY))).toBe(0);
  expect(await deleted()).toHaveLength(2);
  expect(await purgeDeletedItems(db, new Date(Date.now() + DAY))).toBe(2);
  expect(await purgeDeletedItems(db, new Date(Date.now() + DAY))).toBe(0);
  expect(await deleted()).toEqual([]);
  expect((await restore(id)).status).toBe(404);
  const left = await db.selectFrom('delivery').select('button_click_id').execute();
  expect(left).toEqual([{ button_click_id: 2 }]);
  expect(await db.selectFrom('message_text').select('id').execute()).toHaveLength(1);
});
