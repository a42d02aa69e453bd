import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../server.ts';
import { testEscalator } from './escalators.ts';

/** A server with a subscriber, whose app user can press; messages are stored as pending and not sent. */
export async function pressWorld(isConfigured: (channel: Channel) => boolean = () => true) {
  const server = await testServer({ channels: perChannel(isConfigured) });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const [token, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  const clock = { now: new Date() };
  const escalator = testEscalator(server.db, { now: () => clock.now });
  /** Presses a button and returns its incident, if it has one. */
  const press = async (button_id = 5) => {
    const client_id = crypto.randomUUID();
    const { body } = await server.post('/mapi/v1/button_click', {
      token: phone,
      body: { client_id, button_id, location: { lat: 38.8977, lng: -77.0365 } },
    });
    const pressId = (body as { data: { id: number } }).data.id;
    const { body: list } = await server.get('/tapi/v1/listPaged/incident', {
      token,
      query: { filter_button_click_id: pressId },
    });
    return { client_id, pressId, incident: (list as { items: { id: number }[] }).items[0] };
  };
  const checkAfter = async (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
    return await escalator.check();
  };
  return { server, team, user, token, phone, press, checkAfter, escalator };
}

/** The messages of an incident, in order. */
export async function messagesOf(server: TestServer, incidentId: number) {
  const { db } = server;
  return await db
    .selectFrom('delivery')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .execute();
}
