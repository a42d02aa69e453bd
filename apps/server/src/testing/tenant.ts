import { randomUUID } from 'node:crypto';
import { planValue } from '@callpoint/contract/plans';
import { encodeRecordKey } from '@callpoint/contract/record-link';
import { SETTINGS } from '@callpoint/contract/settings';
import { sql } from 'kysely';
import { SYSTEM } from '../db/audit.ts';
import { TenantDb } from '../db/tenant.ts';
import { deleteFormSubmission } from '../features/submissions/submissions.repository.ts';
import { AccountsDb } from '../db/accounts.ts';
import { PlatformDb } from '../db/platform.ts';
import type { Row } from '../db/rows.ts';
import { TABLE_OWNER, type Db } from '../db/tables.ts';
import { buildAppUser, buildTeam, FACTORY_PASSWORD } from '../factories/accounts.ts';
import { addImageToForm, buildImage } from '../factories/images.ts';
import { buildSubmission, storeSubmissions } from '../factories/submissions.ts';
import type { ImageStore } from '../images/image-store.ts';
import { tableStore } from '../images/table-store.ts';
import { buildVersion } from '../factories/versions.ts';
import { buildHistory, buildInvoice, buildSubscription } from '../factories/subscriptions.ts';
import { buildIncident } from '../factories/incidents.ts';
import { raiseAlarms } from '../delivery/watchdog/raise-alarm.ts';
import { ensureConfiguration } from '../features/configuration/ensure-configuration.ts';
import { createLink } from '../http/auth/account-links.ts';
import { MINUTE } from '../scheduling/durations.ts';
import { buildCheckIn } from './check-ins.ts';
import { isOwned, resourceCases, type ResourceName } from './resources.ts';
import { NO_CHANNELS } from '../factories/channels.ts';

/** The input of a call. */
export type CallInput = { query?: Record<string, string | number>; body?: Record<string, unknown> };

/** Rows that example calls can use. */
export type ExampleRows = {
  ids: {
    team: number;
    app_user: number;
    button_click: number;
    alarm: number;
    incident: number;
    form_submission: number;
    deleted_item: number;
    /** An app user that no other example uses. */
    spare_user: number;
    delivery: number;
    settings: number;
    subscription_history: number;
    subscription: string;
    payment_invoice: number;
    /** Of the platform, not of a tenant. */
    config: number;
    version: number;
  } & Record<ResourceName, number>;
  planValue: string;
  emails: { team: string; app_user: string };
  /** The password of both. */
  password: string;
  /** The tokens of unused links. */
  resetToken: string;
  unlockToken: string;
  confirmToken: string;
  installCode: string;
  /** The key of the press in the links of its messages. */
  recordKey: string;
  /** The phone's own id of the press. */
  storedClientId: string;
  /** The phone's own id of the app user's active check-in. */
  checkInId: string;
  /** The key of an image in a form of the app user. */
  imageKey: string;
  /** The id that the phone generates for a submission. */
  clientId: string;
  /** A value that no other `Rows` has. */
  unique: string;
};

/** A value for each resource. */
function forEachResource<Value>(valueOf: (name: ResourceName) => Value): Record<ResourceName, Value> {
  return Object.fromEntries(resourceCases.map(([name]) => [name, valueOf(name)])) as Record<
    ResourceName,
    Value
  >;
}

/** Ids that no row has. */
export const UNKNOWN_IDS: ExampleRows['ids'] = {
  team: 2_000_000_000,
  app_user: 2_000_000_000,
  button_click: 2_000_000_000,
  alarm: 2_000_000_000,
  incident: 2_000_000_000,
  form_submission: 2_000_000_000,
  deleted_item: 2_000_000_000,
  spare_user: 2_000_000_000,
  delivery: 2_000_000_000,
  settings: 2_000_000_000,
  subscription_history: 2_000_000_000,
  subscription: 'sub_unknown',
  payment_invoice: 2_000_000_000,
  config: 2_000_000_000,
  version: 2_000_000_000,
  ...forEachResource(() => 2_000_000_000),
};

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
export function buildMark(number: number): string {
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

/** Stores a press and a form of the tenant's app user, each with a planned message. Returns their ids. */
export async function storeExampleSubmissions(
  db: Db,
  { user, mark, phone }: Tenant,
): Promise<[click: number, form: number]> {
  const message = {
    channel: 'sms',
    role: 'team',
    address: phone,
    subject: null,
    text: `Help ${mark}`,
    html: null,
    skipped: null,
  } as const;
  const written = { company: `Smith ${mark}`, message: `Gloves ${mark}`, otherData: `PPE ${mark}` };
  const [click, form] = await storeSubmissions(db, [
    buildSubmission(user, { messages: [message] }),
    buildSubmission(user, { item: { kind: 'form', id: 3 }, ...written, messages: [message] }),
  ]);
  if (!click || !form) throw new Error('the submissions were not stored');
  return [click.id, form.id];
}

/** The number of links and images within an hour is limited. */
const LONG_AGO = new Date(Date.now() - 7_200_000);

/**
 * Prepares rows for example calls and returns them: new submissions, images, an upgrade that can be ended, an
 * unconfirmed address, a new plan and unused links.
 * @param images the store of the server that is called
 */
export async function prepareExampleRows(
  db: Db,
  tenant: Tenant,
  images: ImageStore = tableStore(db),
): Promise<ExampleRows> {
  const { team, user, subscription, mark } = tenant;
  // An earlier call may have changed the passwords.
  const { password_hash } = team;
  await db
    .updateTable('team')
    .set({ plan: 'upgrade_by_admin', max_users: 1000, email_confirmed_at: null, password_hash })
    .where('id', '=', team.id)
    .execute();
  await db.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute();
  await ensureConfiguration(new PlatformDb(db));
  const [click, form] = await storeExampleSubmissions(db, tenant);
  const imageKey = await buildImage(db, images, user, { now: LONG_AGO.getTime() });
  await addImageToForm(db, user, form, imageKey);
  const unique = `u${nextMark()}`;
  const inserted = new Map<ResourceName, number>();
  for (const [name, { insert }] of resourceCases)
    inserted.set(
      name,
      // A row that everybody may read contains no mark of a subscriber.
      await insert(db, { teamId: team.id, mark: isOwned(name) ? `${mark} ${unique}` : unique }),
    );
  const plan = await db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', inserted.get('plan') ?? 0)
    .executeTakeFirstOrThrow();
  const linkOf = { role: 'team', accountId: team.id, email: team.email, minutes: 600 } as const;
  const resetToken = await createLink(new AccountsDb(db), { purpose: 'reset', ...linkOf });
  const unlockToken = await createLink(new AccountsDb(db), { purpose: 'unlock', ...linkOf });
  const installOf = { role: 'app_user', accountId: user.id, email: user.email, minutes: 600 } as const;
  const installCode = await createLink(new AccountsDb(db), { purpose: 'install', ...installOf }, LONG_AGO);
  const confirmToken = await createLink(new AccountsDb(db), { purpose: 'confirm', ...linkOf }, LONG_AGO);
  const storedClientId = await clientIdOf(db, click);
  return {
    ids: {
      team: team.id,
      app_user: user.id,
      button_click: click,
      alarm: await alarmId(db, click),
      incident: await buildIncident(db, { id: click, team_id: team.id, app_user_id: user.id }),
      form_submission: form,
      deleted_item: await deletedItemId(db, user),
      spare_user: (
        await buildAppUser(db, team.id, {
          name: `Spare ${mark}`,
          email: `${unique}-${mark}@work.example`,
          phone: tenant.phone,
        })
      ).id,
      delivery: await deliveryId(db, click),
      settings: await settingId(db, team.id, 'home_page_top_text'),
      subscription_history: await historyId(db, team.id),
      subscription,
      payment_invoice: await invoiceId(db, team.id),
      config: await configId(db, 'user_submission_emails'),
      version: await buildVersion(db, team.id, mark),
      ...forEachResource((name) => inserted.get(name) ?? 0),
    },
    planValue: planValue(plan),
    emails: { team: team.email, app_user: user.email },
    password: FACTORY_PASSWORD,
    resetToken,
    unlockToken,
    confirmToken,
    installCode,
    recordKey: encodeRecordKey({ appUserId: user.id, clientId: storedClientId }),
    storedClientId,
    checkInId: await checkInId(db, user),
    imageKey,
    clientId: randomUUID(),
    unique,
  };
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

/** The id of the message of a press from `storeExampleSubmissions`. Marks the message as resent. */
async function deliveryId(db: Db, clickId: number): Promise<number> {
  const query = db.selectFrom('delivery').select('id').where('button_click_id', '=', clickId);
  const { id } = await query.executeTakeFirstOrThrow();
  const resent_at = new Date().toISOString();
  await db.updateTable('delivery').set({ state: 'pending', resent_at }).where('id', '=', id).execute();
  return id;
}

async function alarmId(db: Db, click: number): Promise<number> {
  const needs = {
    db,
    channels: NO_CHANNELS,
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
  };
  await raiseAlarms(needs, 'button', [{ id: click, reason: 'all_failed' }], new Date());
  // A running server on this database may have raised the alarm before.
  const query = db.selectFrom('alarm').select('id').where('button_click_id', '=', click);
  return (await query.executeTakeFirstOrThrow()).id;
}

async function invoiceId(db: Db, teamId: number): Promise<number> {
  const query = db.selectFrom('payment_invoice').select('id').where('team_id', '=', teamId);
  return (await query.executeTakeFirstOrThrow()).id;
}

async function historyId(db: Db, teamId: number): Promise<number> {
  const query = db.selectFrom('subscription_history').select('id').where('team_id', '=', teamId);
  return (await query.orderBy('id').executeTakeFirstOrThrow()).id;
}

async function clientIdOf(db: Db, click: number): Promise<string> {
  const query = db.selectFrom('button_click').select('client_id').where('id', '=', click);
  return (await query.executeTakeFirstOrThrow()).client_id;
}

/** The phone's own id of a new check-in, the only active one of the user. */
async function checkInId(db: Db, user: Tenant['user']): Promise<string> {
  await db.updateTable('check_in').set({ state: 'ended' }).where('app_user_id', '=', user.id).execute();
  const { clientId } = await buildCheckIn(db, user, { dueAt: new Date(Date.now() + 30 * MINUTE) });
  return clientId;
}

/** The id of a deleted form of the user, which can be restored. */
async function deletedItemId(db: Db, user: Tenant['user']): Promise<number> {
  const form = buildSubmission(user, { item: { kind: 'form', id: 2 } });
  const [stored] = await storeSubmissions(db, [form]);
  const tenant = new TenantDb(db, { teamId: user.team_id }, SYSTEM);
  await deleteFormSubmission(tenant, stored?.id ?? 0);
  const query = db.selectFrom('deleted_item').select('id').orderBy('id', 'desc').limit(1);
  return (await query.where('team_id', '=', user.team_id).executeTakeFirstOrThrow()).id;
}

/** To whom the rows of an example's id belong; see TABLE_OWNER. */
export function exampleOwner(name: keyof ExampleRows['ids']) {
  return TABLE_OWNER[name === 'spare_user' ? 'app_user' : name];
}
