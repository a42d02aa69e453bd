import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { sql } from 'kysely';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { buildAppUser, buildTeam } from '../factories/accounts.ts';
import { buildHistory, buildInvoice, buildSubscription } from '../factories/subscriptions.ts';

export type Tenant = {
  team: Row<'team'>;
  user: Row<'app_user'>;
  mark: string;
  phone: string;
  subscription: string;
};

/** The settings with free text, which can contain a mark. */
const FREE_TEXT_KEYS = [...SETTINGS].flatMap(([key, { type }]) =>
  type === 'template' || type === 'text' ? [key] : [],
);

let count = 0;

/** A number that no other tenant of this process has. */
export function nextMark(): number {
  count += 1;
  return count;
}

/**
 * A subscriber with an app user, settings, a subscription and history. Every text that belongs to it contains its
 * `mark`, and its phone number is unique.
 */
export async function buildTenant(db: Db, number = nextMark()): Promise<Tenant> {
  const mark = buildMark(number);
  const phone = phoneOf(number);
  const team = await buildTeam(db, {
    email: `${mark}@team.example`,
    account_name: `Firm ${mark}`,
    first_name: `Tess ${mark}`,
    last_name: `Smith ${mark}`,
    phone,
    max_users: 1000,
    plan: 'upgrade_by_admin',
  });
  const user = await buildAppUser(db, team.id, { name: `Ann ${mark}`, email: `${mark}@work.example`, phone });
  const subscription = `sub_${mark}`;
  const at = '2026-11-01T00:00:00.000Z';
  await buildSubscription(db, {
    id: subscription,
    team_id: team.id,
    created: at,
    current_period_start: at,
    current_period_end: '2026-12-01T00:00:00.000Z',
    cancel_at_period_end: 0,
    trial_end: null,
  });
  await buildInvoice(db, { team_id: team.id, invoice_id: `in_${mark}`, number: mark });
  await buildHistory(db, team.id, [
    { changed_on: at, descr: `Upgraded ${mark}`, actor_role: 'admin', actor_id: 1 },
  ]);
  await db
    .updateTable('settings')
    .set({ setting_value: sql`setting_value || ${` ${mark}`}` })
    .where('team_id', '=', team.id)
    .where('setting_key', 'in', FREE_TEXT_KEYS)
    .execute();
  await db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify([{ name: mark, phone, email: `${mark}@safety.example` }]) })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'contact_person')
    .execute();
  return { team, user, mark, phone, subscription };
}

/** A unique text of letters and digits, which is valid in names, addresses and ids. */
function buildMark(number: number): string {
  return `zq${number}zq`;
}

/** The marks of all tenants whose mark or phone number occurs in `text`. */
export function findMarks(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/zq(\d+)zq|\+19(\d{9})/gi)].map(([, mark, phone]) => buildMark(Number(mark ?? phone))),
  );
}

function phoneOf(number: number): string {
  return `+19${String(number).padStart(9, '0')}`;
}

/** The id of a subscriber's setting. */
export async function settingId(db: Db, teamId: number, key: string): Promise<number> {
  const query = db.selectFrom('settings').select('id').where('team_id', '=', teamId);
  return (await query.where('setting_key', '=', key).executeTakeFirstOrThrow()).id;
}

/** The id of a value in the platform's configuration. */
export async function configId(db: Db, key: string): Promise<number> {
  return (await db.selectFrom('config').select('id').where('config_key', '=', key).executeTakeFirstOrThrow())
    .id;
}
