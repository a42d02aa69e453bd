import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { externalAddresses, limitedTenant } from '../testing/rows/limited-tenant.ts';
import { releaseHeld } from '../delivery/queue/held/release-held.ts';

/** Two connections to one database simulate two server processes. */
async function twoProcesses() {
  const { db, location } = await testDatabase();
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  return { db, other };
}

test('concurrent presses on two processes never exceed the limit', async () => {
  const { db, other } = await twoProcesses();
  const { press, states } = await limitedTenant(db, { daily_email_limit: 50 });
  const strangers = externalAddresses(120);
  await Promise.all(strangers.map((address, index) => press([address], { on: index % 2 ? db : other })));
  expect(await states()).toBe('held limit: 70, pending: 50');
});

test('two processes together send to 10 external recipients for an unconfirmed account', async () => {
  const { db, other } = await twoProcesses();
  const { press, states } = await limitedTenant(db, { email_confirmed_at: null });
  const strangers = externalAddresses(60);
  await Promise.all(strangers.map((address, index) => press([address], { on: index % 2 ? db : other })));
  expect(await states()).toBe('held unconfirmed: 50, pending: 10');
});

test('concurrent presses and releases of several subscribers on both channels cause no deadlock and no duplicate', async () => {
  const { db, other } = await twoProcesses();
  const teams: Awaited<ReturnType<typeof limitedTenant>>[] = [];
  for (const name of ['a', 'b', 'c'])
    teams.push(
      await limitedTenant(db, { email: `${name}@team.example`, daily_email_limit: 5, daily_sms_limit: 5 }),
    );
  const work = Array.from({ length: 90 }, (_, index) => {
    const { press, team } = teams[index % 3] ?? expect.fail('there is a team');
    const on = index % 2 ? db : other;
    if (index % 9 === 8) return releaseHeld(on, team.id, index % 2 ? 'all' : 'allowed');
    return index % 4
      ? press([`x${index}@elsewhere.example`], { on })
      : press([`+120255503${String(index).padStart(2, '0')}`], { on, channel: 'sms' });
  });
  await Promise.all(work);
  for (const { team, rows } of teams) {
    await Promise.all([db, other].map((on) => releaseHeld(on, team.id, 'all')));
    expect((await rows()).filter(({ state }) => state !== 'pending')).toEqual([]);
    const usage = await db.selectFrom('sending_usage').selectAll().where('team_id', '=', team.id).execute();
    const counted = usage.reduce((sum, { messages }) => sum + messages, 0);
    expect(counted).toBe((await rows()).length);
  }
});
