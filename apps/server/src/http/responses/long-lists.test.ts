import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer } from '../../testing/server.ts';

test('a page that is serialized in portions has the same items and fields as several short pages', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id, { name: 'Zoë “Zed” Ünal' });
  await storeSubmissions(
    server.db,
    Array.from({ length: 120 }, () => buildSubmission(user)),
  );
  const token = await server.tokenOf('team', team.id);
  const read = async (page: number, perPage: number) => {
    const query = { related: 'app_user', page, per_page: perPage };
    const { status, body, headers } = await server.get('/tapi/v1/listPaged/button_click', { token, query });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    return body;
  };
  const short = [await read(1, 40), await read(2, 40), await read(3, 40)];
  const { items, ok, pagination } = await read(1, 500);
  expect(items).toEqual(short.flatMap((page) => page.items));
  expect(items).toHaveLength(120);
  expect({ ok, pagination }).toEqual({
    ok: true,
    pagination: { page: 1, pageSize: 500, pageCount: 1, total: 120 },
  });
});
