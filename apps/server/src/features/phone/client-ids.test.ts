import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** A client_id identifies one submission of a person, whatever its kind. */

const FORM = { f_id: 3, message: 'Two pairs of gloves' };

async function newPerson(server: TestServer) {
  const team = await buildTeam(server.db, { email: 'boss@team.example' });
  return { ...(await buildAppUser(server.db, team.id)), team_id: team.id };
}

async function countStored({ db }: TestServer) {
  const tables = ['button_click', 'form_submission', 'delivery'] as const;
  const stored = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').execute()));
  return stored.map(({ length }) => length);
}

test.each([
  ['another button', { button_id: 1 }, { button_id: 5 }],
  ['a form', FORM, { button_id: 5 }],
  ['a press', { button_id: 1 }, FORM],
])('rejects a client_id that was used for %s, and stores nothing', async (_, first, second) => {
  const server = await testServer();
  const token = await server.tokenOf('app_user', (await newPerson(server)).id);
  const client_id = randomUUID();
  const send = (body: object) =>
    server.post(`/mapi/v1/${'f_id' in body ? 'form_submission' : 'button_click'}`, {
      token,
      body: { client_id, ...body },
    });
  const accepted = await send(first);
  const stored = await countStored(server);
  const other = await send(second);
  expect([other.status, other.body.errors[0].field]).toEqual([409, 'client_id']);
  expect(await countStored(server)).toEqual(stored);
  const totals = await server.db.selectFrom('submission_tally').select('total').execute();
  expect(totals).toEqual([{ total: 1 }]);
  expect((await send(first)).body.data).toEqual({ ...accepted.body.data, repeated: true });
});

test('of presses and forms with the same ids that arrive concurrently, one of each id is stored', async () => {
  const server = await testServer();
  const person = await newPerson(server);
  const ids = Array.from({ length: 30 }, () => randomUUID());
  const press = (clientId: string) => buildSubmission(person, { clientId });
  const form = (clientId: string) => buildSubmission(person, { clientId, item: { kind: 'form', id: 3 } });
  // In transactions of one, in one of many, and in one with both kinds.
  const results = await Promise.all(
    [
      ...ids.slice(0, 20).flatMap((id) => [[press(id)], [form(id)]]),
      ids.slice(20).map(press),
      ids.slice(20).map(form),
      ids.slice(20).flatMap((id) => [form(id), press(id)]),
    ].map((submissions) => storeSubmissions(server.db, submissions)),
  );
  const fresh = results.flat().filter(({ repeated }) => !repeated);
  const [presses = 0, forms = 0] = await countStored(server);
  expect([fresh.length, presses + forms]).toEqual([30, 30]);
  const both = await server.db
    .selectFrom('button_click')
    .innerJoin('form_submission', 'form_submission.client_id', 'button_click.client_id')
    .select('button_click.id')
    .execute();
  expect(both).toEqual([]);
});
