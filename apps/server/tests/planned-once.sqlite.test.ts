import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { claimWithinLanes, laneScans } from '../src/delivery/queue/claim-within-lanes.ts';
import { releaseHeld } from '../src/delivery/queue/held/release-held.ts';
import { expireAllLeases } from '../src/delivery/queue/lease.ts';
import { reclaimExpired } from '../src/delivery/queue/reclaim.ts';
import { wakeWaitingMessages } from '../src/delivery/queue/wake-waiting.ts';
import { buildAdmin } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { BOTH_CHANNELS } from '../src/testing/outbox.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { externalAddresses, limitedTenant } from '../src/testing/rows/limited-tenant.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { NO_QUOTAS, testServer } from '../src/testing/server.ts';
import { buildTenant } from '../src/testing/tenant.ts';

/** Of a statement; newer than the types of Node that we use. */
type Counted = { stat: (counter: 'reprepare') => number };

/** Returns a function that returns the texts of the statements that SQLite has planned again since its last call. */
function statementsPlannedAgain(): () => string[] {
  const statements: { text: string; statement: Counted; seen: number }[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    const statement = prepare.call(this, text);
    statements.push({ text, statement: statement as unknown as Counted, seen: 0 });
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
  return () =>
    statements.flatMap((one) => {
      const count = one.statement.stat('reprepare');
      const isNew = count > one.seen;
      one.seen = count;
      return isNew ? [one.text] : [];
    });
}

/** The database reads the pattern of a search while it plans. */
const SEARCH = / like \?/;

test('SQLite plans the statements of repeated reads once, except searches', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const tenant = await buildTenant(server.db);
  const admin = await buildAdmin(server.db);
  const ids = { team: tenant.team.id, app_user: tenant.user.id, admin: admin.id };
  const plannedAgain = statementsPlannedAgain();
  const found: string[] = [];
  for (const route of ROUTES) {
    const role = (['team', 'app_user', 'admin'] as const).find((one) => route.allowed.includes(one));
    if (route.method !== 'GET' || !role) continue;
    const example = route.example(await prepareExampleRows(server.db, tenant, { route }));
    const token = await server.tokenOf(role, ids[role]);
    await server.get(route.path, { ...example, token });
    plannedAgain();
    // A response that is sent again would read nothing: the insert of another session changes the database.
    const again = await server.tokenOf(role, ids[role]);
    await server.get(route.path, { ...example, token: again });
    found.push(...plannedAgain().map((text) => `${route.path}: ${text}`));
  }
  expect(found.filter((text) => !SEARCH.test(text))).toEqual([]);
});

test('SQLite plans the statements of presses and of claims of messages once', async () => {
  const server = await testServer({ quotas: NO_QUOTAS, channels: BOTH_CHANNELS });
  const { user } = await buildTenant(server.db);
  const token = await server.tokenOf('app_user', user.id);
  const plannedAgain = statementsPlannedAgain();
  const step = async () => {
    const body = { client_id: randomUUID(), button_id: 2 };
    expect((await server.post('/mapi/v1/button_click', { token, body })).status).toBe(200);
    const now = new Date(Date.now() + 1_000);
    const full = { usual: 1, lanes: [{ lane: 'full.example', free: 0, urgent: 0 }] };
    const capacity = { all: 10, ordinary: 10 };
    const { messages } = await claimWithinLanes(
      server.db,
      'email',
      capacity,
      now,
      now,
      full,
      laneScans('email'),
    );
    expect(messages.length).toBeGreaterThan(0);
    await wakeWaitingMessages(server.db, 'email', now);
  };
  await step();
  plannedAgain();
  await step();
  expect(plannedAgain()).toEqual([]);
});

test('SQLite plans the statements of releases of held messages and of reclaims of expired leases once', async () => {
  const { db } = await testDatabase();
  const { team, press } = await limitedTenant(db, { daily_email_limit: 1 });
  const plannedAgain = statementsPlannedAgain();
  const step = async () => {
    await press(externalAddresses(3));
    // The first changes only what depends on the limits of that moment.
    await releaseHeld(db, team.id, 'allowed');
    expect(await releaseHeld(db, team.id, 'all')).not.toEqual([]);
    const now = new Date(Date.now() + 1_000);
    const later = new Date(now.getTime() + 1_000);
    const capacity = { all: 10, ordinary: 10 };
    const noLanes = { usual: 10, lanes: [] };
    const { messages } = await claimWithinLanes(
      db,
      'email',
      capacity,
      now,
      later,
      noLanes,
      laneScans('email'),
    );
    expect(messages).not.toEqual([]);
    await expireAllLeases(db, now);
    expect(await reclaimExpired(db, now, Math.random)).toHaveLength(messages.length);
  };
  await step();
  plannedAgain();
  await step();
  expect(plannedAgain()).toEqual([]);
});
