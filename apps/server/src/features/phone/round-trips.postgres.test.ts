import pg from 'pg';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import type { Db } from '../../db/tables.ts';

const message = (text: string, address = 'safety@work.example') => ({
  channel: 'email' as const,
  role: 'team' as const,
  address,
  subject: 'Help',
  text,
  html: null,
  skipped: null,
});

async function textsOfPresses(db: Db) {
  const { rows } = await sql<{ press: number; body: string }>`
    select button_click_id as press, body from delivery join message_text on message_text.id = text_id
    order by button_click_id, body`.execute(db);
  return rows;
}

test('presses and their messages are stored in two round trips', async () => {
  const { db } = await testDatabase();
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const press = (text: string) => {
    const messages = [message(text), message(`${text}!`, 'boss@work.example')];
    return buildSubmission(user, { item: { kind: 'button', id: 2 }, messages });
  };
  const first = await storeSubmissions(db, [press('a')]);
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => spy.mockRestore());
  const others = await storeSubmissions(db, [press('b'), press('c'), press('d')]);
  expect(spy.mock.calls.length).toBe(2);
  const texts = Map.groupBy(await textsOfPresses(db), (row) => row.press);
  expect([...first, ...others].map(({ id }) => texts.get(id)?.map(({ body }) => body))).toEqual(
    ['a', 'b', 'c', 'd'].map((text) => [text, `${text}!`]),
  );
});

test('each message has its text, also of more than one statement inserts, and next to another process', async () => {
  const { db, location } = await testDatabase();
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const batch = (name: string) =>
    Array.from({ length: 600 }, (_, index) =>
      buildSubmission(user, { item: { kind: 'button', id: 2 }, messages: [message(`${name} ${index}`)] }),
    );
  const batches = [db, other, db, other].map((on, number) => storeSubmissions(on, batch(`${number}`)));
  const ids = (await Promise.all(batches)).map((accepted) => accepted.map(({ id }) => id));
  const bodies = new Map((await textsOfPresses(db)).map(({ press, body }) => [press, body]));
  expect(bodies.size).toBe(2_400);
  expect(ids.map((some) => some.map((id) => bodies.get(id)))).toEqual(
    [0, 1, 2, 3].map((number) => Array.from({ length: 600 }, (_, index) => `${number} ${index}`)),
  );
});
