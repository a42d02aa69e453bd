import type { KyselyPlugin, QueryId } from 'kysely';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../../db/history/audit.ts';
import { PlatformDb } from '../../../db/handles/platform.ts';
import { TenantDb } from '../../../db/handles/tenant.ts';
import { buildAppUser, buildTeam } from '../../../factories/accounts.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { readExport } from './read-export.ts';

/** An incident of a new subscriber, and a function that adds a note to it. */
async function incidentWithNotes(server: TestServer) {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const press = { client_id: crypto.randomUUID(), button_id: 5 };
  await server.post('/mapi/v1/button_click', {
    token: await server.tokenOf('app_user', user.id),
    body: press,
  });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const token = await server.tokenOf('team', team.id);
  const note = async (text: string) => {
    const { status } = await server.post('/tapi/v1/note/incident', { token, body: { id, text } });
    expect(status).toBe(200);
  };
  return { teamId: team.id, id, note };
}

/** Calls `work` whenever all events of an incident have been read. */
function afterEvents(work: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<QueryId>();
  return {
    transformQuery({ node, queryId }) {
      const from = node.kind === 'SelectQueryNode' ? JSON.stringify(node.from) : '';
      if (from.includes('incident_event') && 'orderBy' in node && node.orderBy) reads.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (reads.has(queryId)) await work();
      return result;
    },
  };
}

/** Reads the incident while `work` runs in between. */
function exported(
  server: TestServer,
  { teamId, id }: { teamId: number; id: number },
  work: () => Promise<void>,
) {
  const tenant = new TenantDb(server.db.withPlugin(afterEvents(work)), { teamId }, SYSTEM);
  return readExport(tenant, new PlatformDb(server.db), id, new Date());
}

test('a change that is made while the incident is read is in the file', async () => {
  const server = await testServer();
  const incident = await incidentWithNotes(server);
  let changes = 0;
  const file = await exported(server, incident, async () => {
    changes += 1;
    if (changes === 1) await incident.note('Gate B is open.');
  });
  expect(JSON.stringify(file?.rows)).toContain('Gate B is open.');
  expect(changes).toBe(2);
});

test('an incident that changes all the time is not exported, and the caller is told to try again', async () => {
  const server = await testServer();
  const incident = await incidentWithNotes(server);
  let changes = 0;
  const file = exported(server, incident, () => incident.note(`Note ${(changes += 1)}`));
  await expect(file).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(changes).toBe(3);
});
