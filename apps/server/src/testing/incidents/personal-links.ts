import { perChannel } from '@callpoint/contract/channels/channels';
import { claim } from '../../delivery/queue/claim.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { personalizeMessages } from '../../incidents/answers/personal-links.ts';
import { testServer } from '../server.ts';

/** An incident, the personal links in its messages to the safety team, and how to read it. */
export async function incidentWithLinks() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db);
  // Another person than the owner, who gets the emails.
  await server.db
    .updateTable('settings')
    .set({ setting_value: '+13035550188' })
    .where('setting_key', '=', 'sms_to_admin_number_5')
    .execute();
  const user = await buildAppUser(server.db, team.id, { name: 'Ana <b>Ruiz</b>' });
  const [token, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  await server.post('/mapi/v1/button_click', {
    token: phone,
    body: { client_id: crypto.randomUUID(), button_id: 5, location: { lat: 38.8977, lng: -77.0365 } },
  });
  const incident = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const links = async (channel: 'email' | 'sms') => {
    const now = new Date(Date.now() + 1000);
    const claimed = await claim(
      server.db,
      channel,
      { all: 20, ordinary: 20 },
      now,
      new Date(now.getTime() + 60_000),
    );
    const sent = await personalizeMessages(() => server.url)(server.db, claimed);
    return sent.flatMap(({ body }) => /http:\S+\/respond\/\S+/.exec(body)?.[0] ?? []);
  };
  const read = async () => {
    const { body } = await server.get('/tapi/v1/incident', { token, query: { id: incident.id } });
    return (body as { data: Record<string, unknown> & { events: { kind: string }[] } }).data;
  };
  return { server, team, user, token, incident, links, read };
}

/** Sends a form of the page behind a link. */
export const submitForm = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
