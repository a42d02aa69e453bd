import { RECIPIENT_KEYS, type FirstSteps } from '@callpoint/contract/first-steps';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { settingId } from '../../testing/tenant.ts';

const NOTHING: FirstSteps = {
  email_confirmed: true,
  user_added: false,
  recipients_set: false,
  contact_added: false,
  test_sent: false,
  phone_installed: false,
};

async function world() {
  const server = await testServer();
  const [team, other] = [await buildTeam(server.db), await buildTeam(server.db)];
  return {
    server,
    team,
    token: await server.tokenOf('team', team.id),
    otherToken: await server.tokenOf('team', other.id),
  };
}

async function stepsOf(server: TestServer, token: string): Promise<FirstSteps | null> {
  const { status, body } = await server.get('/tapi/v1/firstSteps', { token });
  expect(status).toBe(200);
  return body.data.steps;
}

const complete = (server: TestServer, token: string, what: 'confirmRecipients' | 'endFirstSteps') =>
  server.post(`/tapi/v1/${what}`, { token, body: {} });

async function saveSetting(server: TestServer, token: string, teamId: number, key: string, value: string) {
  const id = await settingId(server.db, teamId, key);
  const body = { id, data: { setting_value: value } };
  expect((await server.post('/tapi/v1/update/settings', { token, body })).status).toBe(200);
}

/** A message to the subscriber itself, as if email was configured. */
async function message(server: TestServer, teamId: number, sentAt: string | null): Promise<void> {
  const user = await buildAppUser(server.db, teamId);
  await storeSubmissions(server.db, [
    buildSubmission(user, {
      messages: [
        {
          channel: 'email',
          role: 'team',
          address: 'safety@team.example',
          subject: 'Help',
          text: 'Help',
          html: null,
          skipped: null,
        },
      ],
    }),
  ]);
  await server.db.updateTable('delivery').set({ sent_at: sentAt }).where('team_id', '=', teamId).execute();
}

test('the stored data marks each step as done, only for this subscriber; after the last step the list is finished', async () => {
  const { server, team, token, otherToken } = await world();
  expect(await stepsOf(server, token)).toEqual(NOTHING);

  const user = await buildAppUser(server.db, team.id);
  expect(await stepsOf(server, token)).toEqual({ ...NOTHING, user_added: true });

  // A change of a text does not change who is notified.
  await saveSetting(server, token, team.id, 'mail_to_user_message_5', 'We are on our way.');
  await saveSetting(server, token, team.id, 'btn_5_mode', 'yes');
  expect(await stepsOf(server, token)).toEqual({ ...NOTHING, user_added: true });
  await saveSetting(server, token, team.id, 'sms_to_user_5', 'no');
  expect(await stepsOf(server, token)).toEqual({ ...NOTHING, user_added: true, recipients_set: true });

  const contact = { name: 'Dana Ruiz', phone: '', email: 'dana@team.example' };
  await saveSetting(server, token, team.id, 'contact_person', JSON.stringify([contact]));
  expect(await stepsOf(server, token)).toMatchObject({ contact_added: false });
  const callable = JSON.stringify([contact, { ...contact, phone: '+1 202 555 0143' }]);
  await saveSetting(server, token, team.id, 'contact_person', callable);
  expect(await stepsOf(server, token)).toMatchObject({ contact_added: true });

  const phone = { email: user.email, password: 'wrong-password' };
  expect((await server.post('/mapi/v1/login', { body: phone })).status).toBe(401);
  expect(await stepsOf(server, token)).toMatchObject({ phone_installed: false });
  await server.post('/mapi/v1/login', { body: { ...phone, password: FACTORY_PASSWORD } });
  expect(await stepsOf(server, token)).toMatchObject({ phone_installed: true });
  // The step stays done after the session is deleted.
  await server.db.deleteFrom('session').where('role', '=', 'app_user').execute();
  expect(await stepsOf(server, token)).toMatchObject({ phone_installed: true, test_sent: false });

  await message(server, team.id, null);
  expect(await stepsOf(server, token)).toMatchObject({ test_sent: false });
  const sent_at = new Date().toISOString();
  await server.db.updateTable('delivery').set({ sent_at, purpose: 'alarm' }).execute();
  expect(await stepsOf(server, token)).toMatchObject({ test_sent: false });
  await server.db.updateTable('delivery').set({ purpose: null }).execute();
  expect(await stepsOf(server, token)).toBeNull();
  expect(await stepsOf(server, otherToken)).toEqual(NOTHING);
});

test('the recipients can be confirmed without a change, once and only for this subscriber', async () => {
  const { server, team, token, otherToken } = await world();
  const response = await complete(server, token, 'confirmRecipients');
  expect([response.status, response.body]).toEqual([200, { ok: true, msg: 'Updated Successfully.' }]);
  expect(await stepsOf(server, token)).toEqual({ ...NOTHING, recipients_set: true });
  expect(await stepsOf(server, otherToken)).toEqual(NOTHING);

  const when = async () =>
    await server.db
      .selectFrom('team')
      .select('recipients_confirmed_at')
      .where('id', '=', team.id)
      .executeTakeFirst();
  const first = await when();
  expect((await complete(server, token, 'confirmRecipients')).status).toBe(200);
  expect(await when()).toEqual(first);
});

test('a dismissed list stays dismissed on every device, and the audit records who dismissed it', async () => {
  const { server, team, token, otherToken } = await world();
  expect((await complete(server, token, 'endFirstSteps')).status).toBe(200);
  expect(await stepsOf(server, await server.tokenOf('team', team.id))).toBeNull();
  expect(await stepsOf(server, otherToken)).toEqual(NOTHING);
  expect((await complete(server, token, 'endFirstSteps')).status).toBe(200);
  const lines = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'actor_id', 'subject', 'changes'])
    .where('action', '=', 'update')
    .where('team_id', '=', team.id)
    .execute();
  expect(lines).toEqual([
    {
      actor_role: 'team',
      actor_id: team.id,
      subject: 'team',
      changes: expect.stringContaining('first_steps_ended_at'),
    },
  ]);
});

test.each(['firstSteps', 'confirmRecipients', 'endFirstSteps'])(
  '%s is for subscribers alone, and does not accept the id of another subscriber',
  async (name) => {
    const { server, token } = await world();
    const call = (of: string | undefined, body: object = {}) => {
      const options = of === undefined ? {} : { token: of };
      return name === 'firstSteps'
        ? server.get(`/tapi/v1/${name}`, options)
        : server.post(`/tapi/v1/${name}`, { ...options, body });
    };
    const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
    expect([(await call(undefined)).status, (await call(admin)).status]).toEqual([401, 403]);
    if (name !== 'firstSteps') {
      const response = await call(token, { team_id: 2 });
      expect([response.status, response.body.errors[0].field]).toEqual([400, 'team_id']);
    }
  },
);

test('the settings that define the recipients exist and contain no text', () => {
  expect(RECIPIENT_KEYS).toHaveLength(4 * 6 + 3 * 3);
  expect(RECIPIENT_KEYS).toContain('sms_to_admin_number_5');
  expect(RECIPIENT_KEYS).toContain('mail_to_bermac_f_2');
});
