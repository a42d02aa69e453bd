import type { Row } from '../src/db/rows.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildConfiguration, changeSettings } from '../src/factories/configuration.ts';
import { buildPlan } from '../src/factories/subscriptions.ts';
import { MINUTE } from '../src/scheduling/durations.ts';
import { daysBefore } from './days.ts';
import type { Company, Person } from './company.ts';
import { COMPANIES } from './companies/companies.ts';
import { FIRST_ADMIN, LAST_ADMIN } from './demo-state.ts';
import { COMPANY_SETTINGS } from './company-settings.ts';
import { CONFIGURATION, PLANS, applySubscription } from './subscriptions.ts';

export type DemoAccount = { company: Company; team: Row<'team'>; users: Map<Person, Row<'app_user'>> };

/**
 * Creates all accounts except the last administrator, the plans, the platform's configuration and the settings of each
 * company.
 */
export async function createAccounts(db: Db, now: Date): Promise<DemoAccount[]> {
  const admin = await buildAdmin(db, FIRST_ADMIN);
  await buildConfiguration(db, CONFIGURATION, daysBefore(now, 400));
  const plans: Row<'plan'>[] = [];
  for (const plan of PLANS) plans.push(await buildPlan(db, plan, daysBefore(now, 440)));

  const accounts: DemoAccount[] = [];
  for (const company of COMPANIES) {
    const signedUp = daysBefore(now, company.since);
    const team = await buildTeam(db, company.account, signedUp);
    await db
      .updateTable('team')
      .set({ first_steps_ended_at: daysBefore(now, company.since - 3).toISOString() })
      .where('id', '=', team.id)
      .execute();
    await applySubscription(db, team, { admin, plans, now });
    await changeSettings(db, team.id, COMPANY_SETTINGS[team.email] ?? {}, daysBefore(now, company.since - 3));
    accounts.push({ company, team, users: await createUsers(db, company, team, now) });
  }
  return accounts;
}

export async function createLastAdmin(db: Db): Promise<void> {
  await buildAdmin(db, LAST_ADMIN);
}

async function createUsers(
  db: Db,
  company: Company,
  team: Row<'team'>,
  now: Date,
): Promise<DemoAccount['users']> {
  const users: DemoAccount['users'] = new Map();
  for (const [index, person] of company.people.entries()) {
    const { name, email, phone, since = company.since - 1, blocked } = person;
    const createdAt = new Date(daysBefore(now, since).getTime() + index * 7 * MINUTE);
    const status = blocked === undefined ? 1 : 0;
    users.set(person, await buildAppUser(db, team.id, { name, email, phone, status }, createdAt));
  }
  return users;
}
