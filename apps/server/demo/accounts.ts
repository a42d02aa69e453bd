import type { Row } from '../src/db/rows.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildConfiguration, changeSettings } from '../src/factories/configuration.ts';
import { buildPlan } from '../src/factories/subscriptions.ts';
import { daysBefore, MINUTE } from './days.ts';
import type { Firm, Person } from './firm.ts';
import { FIRMS } from './firms/firms.ts';
import { FIRST_ADMIN, LAST_ADMIN } from './demo-state.ts';
import { OWN_SETTINGS } from './own-settings.ts';
import { CONFIGURATION, PLANS, tellSubscription } from './subscriptions.ts';

export type Account = { firm: Firm; team: Row<'team'>; users: Map<Person, Row<'app_user'>> };

/** Everybody but the last administrator, the plans, the platform's configuration and the firms' own settings. */
export async function makeAccounts(db: Db, now: Date): Promise<Account[]> {
  const admin = await buildAdmin(db, FIRST_ADMIN);
  await buildConfiguration(db, CONFIGURATION, daysBefore(now, 400));
  const plans: Row<'plan'>[] = [];
  for (const plan of PLANS) plans.push(await buildPlan(db, plan, daysBefore(now, 440)));

  const accounts: Account[] = [];
  for (const firm of FIRMS) {
    const signedUp = daysBefore(now, firm.since);
    const team = await buildTeam(db, firm.account, signedUp);
    await db
      .updateTable('team')
      .set({ first_steps_ended_at: daysBefore(now, firm.since - 3).toISOString() })
      .where('id', '=', team.id)
      .execute();
    await tellSubscription(db, team, { admin, plans, now });
    await changeSettings(db, team.id, OWN_SETTINGS[team.email] ?? {}, daysBefore(now, firm.since - 3));
    accounts.push({ firm, team, users: await makeUsers(db, firm, team, now) });
  }
  return accounts;
}

export async function makeLastAdmin(db: Db): Promise<void> {
  await buildAdmin(db, LAST_ADMIN);
}

async function makeUsers(db: Db, firm: Firm, team: Row<'team'>, now: Date): Promise<Account['users']> {
  const users: Account['users'] = new Map();
  for (const [index, person] of firm.people.entries()) {
    const { name, email, phone, since = firm.since - 1, blocked } = person;
    const made = new Date(daysBefore(now, since).getTime() + index * 7 * MINUTE);
    const status = blocked === undefined ? 1 : 0;
    users.set(person, await buildAppUser(db, team.id, { name, email, phone, status }, made));
  }
  return users;
}
