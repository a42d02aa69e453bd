import { randomUUID } from 'node:crypto';
import { planValue } from '@callpoint/contract/plans';
import { encodeRecordKey } from '@callpoint/contract/record-link';
import { SYSTEM } from '../../db/history/audit.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { deleteFormSubmission } from '../../features/submissions/submissions.repository.ts';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { PlatformDb } from '../../db/handles/platform.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { addImageToForm, buildImage } from '../../factories/images.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import type { ImageStore } from '../../images/image-store.ts';
import { tableStore } from '../../images/table-store.ts';
import { buildVersion } from '../../factories/versions.ts';
import { buildIncident } from '../../factories/incidents.ts';
import { raiseAlarms } from '../../delivery/watchdog/raise-alarm.ts';
import { ensureConfiguration } from '../../features/configuration/ensure-configuration.ts';
import { createLink } from '../../http/auth/account-links.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { buildCheckIn } from '../phones/check-ins.ts';
import { forEachResource, UNKNOWN_IDS, type ExampleRows } from '../calls/example-rows.ts';
import { isOwned, RESOURCE_CASES } from '../resources.ts';
import type { RouteExample } from '../routes/route-example.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';
import { configId, nextMark, settingId, type Tenant } from '../tenant.ts';

/** The number of links and images within an hour is limited. */
const LONG_AGO = new Date(Date.now() - 7_200_000);

type Options = {
  /** The store of the server that is called. */
  images?: ImageStore;
  /** Prepares only the rows that this route's example reads, which takes a fifth of the time. */
  route?: Pick<RouteExample, 'example' | 'names'>;
};

/**
 * Prepares rows for example calls and returns them: new submissions, images, an upgrade that can be ended, an
 * unconfirmed address, a new plan and unused links.
 */
export async function prepareExampleRows(
  db: Db,
  tenant: Tenant,
  { images = tableStore(db), route }: Options = {},
): Promise<ExampleRows> {
  const { team, user } = tenant;
  // An earlier call may have changed the passwords.
  const { password_hash } = team;
  await db
    .updateTable('team')
    .set({ plan: 'upgrade_by_admin', max_users: 1000, email_confirmed_at: null, password_hash })
    .where('id', '=', team.id)
    .execute();
  await db.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute();
  const needed = route && namesReadBy(route);
  const unique = `u${nextMark()}`;
  const { ids, others } = rowBuilders(db, tenant, images, unique);
  return {
    ...FIXED,
    ids: { ...UNKNOWN_IDS, ...(await build(ids, needed)) },
    emails: { team: team.email, app_user: user.email },
    ...(await build(others, needed)),
    clientId: randomUUID(),
    unique,
  };
}

/** The values that every tenant has, and that rows have which are not prepared. */
const FIXED = {
  password: FACTORY_PASSWORD,
  planValue: 'not prepared',
  resetToken: 'not prepared',
  unlockToken: 'not prepared',
  confirmToken: 'not prepared',
  installCode: 'not prepared',
  recordKey: 'not prepared',
  storedClientId: 'not prepared',
  checkInId: 'not prepared',
  imageKey: 'not prepared',
};

/** The names of the rows that the example of a route reads. */
function namesReadBy({ example, names }: Pick<RouteExample, 'example' | 'names'>): Set<string> {
  const read = new Set<string>(names ? [names] : []);
  const recording = <Of extends object>(of: Of): Of =>
    new Proxy(of, {
      get(target, name) {
        read.add(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
  example(
    recording({
      ...FIXED,
      ids: recording(UNKNOWN_IDS),
      emails: { team: '', app_user: '' },
      clientId: '',
      unique: '',
    }),
  );
  return read;
}

type Builders<Rows> = { [Name in keyof Rows]: () => Promise<Rows[Name]> };

/** Builds the needed rows one after the other. */
async function build<Rows>(
  builders: Builders<Rows>,
  needed: ReadonlySet<string> | undefined,
): Promise<Partial<Rows>> {
  const rows: Partial<Rows> = {};
  for (const name of Object.keys(builders) as (keyof Rows & string)[])
    if (!needed || needed.has(name)) rows[name] = await builders[name]();
  return rows;
}

/** Calls `work` once, however often the result is read. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

/** How to build each row of `ExampleRows`. */
function rowBuilders(db: Db, tenant: Tenant, images: ImageStore, unique: string) {
  const { team, user, subscription, mark } = tenant;
  const accounts = new AccountsDb(db);
  const submissions = once(() => storeExampleSubmissions(db, tenant));
  const click = async () => (await submissions())[0];
  const form = async () => (await submissions())[1];
  const incident = once(async () =>
    buildIncident(db, { id: await click(), team_id: team.id, app_user_id: user.id }),
  );
  const resources = forEachResource((name) =>
    // A row that everybody may read contains no mark of a subscriber.
    once(() =>
      RESOURCE_CASES[name].insert(db, {
        teamId: team.id,
        mark: isOwned(name) ? `${mark} ${unique}` : unique,
      }),
    ),
  );
  const ids: Builders<ExampleRows['ids']> = {
    team: async () => team.id,
    app_user: async () => user.id,
    button_click: click,
    alarm: async () => await alarmId(db, await click()),
    incident,
    form_submission: form,
    deleted_item: () => deletedItemId(db, user),
    spare_user: async () =>
      (
        await buildAppUser(db, team.id, {
          name: `Spare ${mark}`,
          email: `${unique}-${mark}@work.example`,
          phone: tenant.phone,
        })
      ).id,
    delivery: async () => await deliveryId(db, await click()),
    settings: () => settingId(db, team.id, 'home_page_top_text'),
    subscription_history: () => historyId(db, team.id),
    subscription: async () => subscription,
    payment_invoice: () => invoiceId(db, team.id),
    config: async () => {
      await ensureConfiguration(new PlatformDb(db));
      return await configId(db, 'user_submission_emails');
    },
    version: () => buildVersion(db, team.id, mark),
    ...resources,
  };
  const linkOf = { role: 'team', accountId: team.id, email: team.email, minutes: 600 } as const;
  const installOf = { role: 'app_user', accountId: user.id, email: user.email, minutes: 600 } as const;
  const storedClientId = once(async () => {
    // A person can be safe only after an emergency.
    await incident();
    return await clientIdOf(db, await click());
  });
  const others: Builders<Omit<ExampleRows, 'ids' | 'emails' | 'password' | 'clientId' | 'unique'>> = {
    planValue: async () => {
      const query = db.selectFrom('plan').selectAll();
      return planValue(await query.where('id', '=', await resources.plan()).executeTakeFirstOrThrow());
    },
    resetToken: () => createLink(accounts, { purpose: 'reset', ...linkOf }),
    unlockToken: () => createLink(accounts, { purpose: 'unlock', ...linkOf }),
    confirmToken: () => createLink(accounts, { purpose: 'confirm', ...linkOf }, LONG_AGO),
    installCode: () => createLink(accounts, { purpose: 'install', ...installOf }, LONG_AGO),
    recordKey: async () => encodeRecordKey({ appUserId: user.id, clientId: await storedClientId() }),
    storedClientId,
    checkInId: () => checkInId(db, user),
    imageKey: async () => {
      const key = await buildImage(db, images, user, { now: LONG_AGO.getTime() });
      await addImageToForm(db, user, await form(), key);
      return key;
    },
  };
  return { ids, others };
}

/** Stores a press and a form of the tenant's app user, each with a planned message. Returns their ids. */
async function storeExampleSubmissions(
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
  await raiseAlarms(needs, 'button', [{ id: click, reason: 'not_accepted' }], new Date());
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
