import { perChannel } from '@callpoint/contract/channels/channels';
import { randomInt, randomUUID } from 'node:crypto';
import { anyPlanInput } from '@callpoint/alerts/arbitraries';
import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import type { NotificationPlanInput } from '@callpoint/alerts/plan/notification-plan';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { expandPreview, type PreviewMessage } from '@callpoint/contract/notifications';
import { modeKey } from '@callpoint/contract/setting-keys';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/tables.ts';
import { buildAppUser, buildTeam } from '../../src/factories/accounts.ts';
import { withoutPress } from '../../src/testing/phones/without-press.ts';
import { DeliveryEvents, withReason } from '../../src/testing/outbox.ts';
import { splitBySavability } from '../../src/testing/input/savable.ts';
import { NO_QUOTAS, testServer } from '../../src/testing/server.ts';
import { startSmtpServer } from '../../src/testing/providers/smtp.ts';
import { startTwilio } from '../../src/testing/providers/twilio.ts';
import { TEST_LENGTH } from '../../src/testing/test-length.ts';
import { createEmailAdapter } from '../../src/delivery/channels/email/email.ts';
import { createSmsAdapter } from '../../src/delivery/channels/sms/sms.ts';
import { findOptOuts } from '../../src/delivery/suppression/opt-outs.ts';
import { DeliveryWorker } from '../../src/delivery/worker/worker.ts';
import { NO_ADAPTERS, NO_CHANNELS } from '../../src/factories/channels.ts';

/** The number of submissions in one run, each with its own settings. */
const SUBMISSIONS = { short: 15, normal: 40, long: 600 }[TEST_LENGTH];
/** The seed repeats a failed run. */
const SEED = Number(process.env['NOTIFICATION_PLAN_SEED'] ?? randomInt(1_000_000));
const STOPPED = '+442079460123';

async function setUp() {
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  const events = new DeliveryEvents();
  let worker: DeliveryWorker | undefined;
  const server = await testServer({
    quotas: NO_QUOTAS,
    // The settings contain numbers of both countries.
    variables: { ...provider.variables, SMS_COUNTRIES: 'US,GB' },
    channels: { ...NO_CHANNELS, email: true, sms: true },
    wakeDelivery: () => worker?.wake(),
  });
  const { db } = server;
  const { settings } = provider;
  const stopped_at = '2026-11-20T10:00:00.000Z';
  await db.insertInto('sms_stop').values({ sender: settings.from, number: STOPPED, stopped_at }).execute();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const sms = createSmsAdapter({
    settings,
    receiptsAt: (key) => `http://127.0.0.1/${key}`,
    isStopped: async (number) => (await findOptOuts(db, settings.from, [number])).size > 0,
  });
  worker = new DeliveryWorker({ db, channels: { ...NO_ADAPTERS, email, sms }, ...events });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    email.close();
    await Promise.all([smtp.close(), provider.close()]);
  });
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const tokens = {
    team: await server.tokenOf('team', team.id),
    user: await server.tokenOf('app_user', user.id),
  };
  return { server, db, smtp, provider, events, team, user, tokens };
}

// Removes characters that the schemas reject; other tests cover them.
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
const sendable = (text: string | null | undefined) =>
  [...(text ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')].slice(0, 70).join('');
const storableValues = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, storable(value)]));

type Submitted = Omit<NotificationPlanInput, 'settings' | 'maps'> & { settings: Record<string, string> };

/** Half of the inputs use the default settings of a new subscriber; otherwise hardly any message could be sent. */
const anyInput: fc.Arbitrary<Submitted> = fc
  .tuple(anyPlanInput, fc.boolean())
  .map(([input, usesDefaults]) => {
    const given = input.settings as Record<string, string>;
    const { name, email, phone } = input.user;
    const { consultancy } = input;
    const { location, company, message, products } = input.submission;
    return {
      item: input.item,
      settings: storableValues(
        usesDefaults
          ? Object.fromEntries(
              Object.entries(given).filter(([key]) => /message|^mail_to_user|^sms_to_/.test(key)),
            )
          : given,
      ),
      user: { name: storable(name), email: storable(email), phone: storable(phone) },
      consultancy: {
        ...perChannel(() => ''),
        email: storable(consultancy.email),
        sms: storable(consultancy.sms),
      },
      submission: {
        location,
        company: sendable(company),
        message: `Help. ${sendable(message)}`,
        products: sendable(products),
      },
    };
  });

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Stores the person and the platform's values of the input, and the default settings of a new subscriber. */
async function arrange({ db, team, user }: Setup, { item, user: person, consultancy }: Submitted) {
  await db.updateTable('app_user').set(person).where('id', '=', user.id).execute();
  for (const [key, value] of [
    ['user_submission_emails', consultancy.email],
    ['user_submission_phones', consultancy.sms],
  ] as const) {
    await db.updateTable('config').set({ config_value: value }).where('config_key', '=', key).execute();
  }
  const fresh = defaultSettings({ email: 'safety@team.example', phone: STOPPED });
  await save(db, team.id, { ...Object.fromEntries(fresh), [modeKey(getDashboardSlot(item))]: 'yes' });
}

async function save(db: Db, teamId: number, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [setting_key, setting_value] of Object.entries(settings)) {
    await db
      .updateTable('settings')
      .set({ setting_value })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', setting_key)
      .execute();
  }
}

/** Previews the settings before they are saved, saves them, and submits. */
async function previewAndSubmit(on: Setup, input: Submitted) {
  const { server, tokens, user, db, team } = on;
  await arrange(on, input);
  const { item, settings, submission } = input;
  const { location, company, message, products } = submission;
  const which = item.kind === 'button' ? { button_id: item.id } : { f_id: item.id };
  const form = item.kind === 'button' ? {} : { company, message, type: products?.trim() ? products : null };
  const [given, saved] = splitBySavability(settings);
  await save(db, team.id, saved);
  const preview = await server.post('/tapi/v1/preview/submission', {
    token: tokens.team,
    body: { ...which, ...form, app_user_id: user.id, location, settings: given },
  });
  expect(preview.body).toMatchObject({ ok: true });
  await save(db, team.id, given);
  const path = item.kind === 'button' ? 'button_click' : 'form_submission';
  const submitted = await server.post(`/mapi/v1/${path}`, {
    token: tokens.user,
    body: { ...which, ...form, client_id: randomUUID(), location },
  });
  const { now } = expandPreview(preview.body.data);
  expect(withoutPress(submitted.body)).toMatchObject({ ok: true, data: { alert: withoutPress(now.alert) } });
  const rows = await db
    .selectFrom('delivery')
    .leftJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select(['channel', 'role', 'address', 'subject', 'body as text', 'state'])
    .select(['reason', 'reason_code', 'reason_params'])
    .where(
      item.kind === 'button' ? 'button_click_id' : 'form_submission_id',
      '=',
      submitted.body.data.id as number,
    )
    .orderBy('delivery.id')
    .execute();
  const planned = ({ channel, role, address, subject, text, state, reason }: PreviewMessage) => ({
    message: { channel, role, address, subject, text },
    skipped: state === 'skipped' ? reason : null,
  });
  const previewed = withoutPress(now.messages);
  const stored = rows.map((row) => planned(withReason(row) as PreviewMessage));
  expect(withoutPress(stored)).toEqual(previewed.map(planned));
  return previewed;
}

/** The form of an address that is sent: the domain in lower case, because its case has no meaning. */
const normalizeAddress = (address: string) => {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
};
const LINE_ENDS = /\r\n?/g;
// Mail programs ignore a byte order mark.
const normalizeText = (text: string) =>
  text
    .replaceAll(LINE_ENDS, '\n')
    .replace(/^\ufeff/, '')
    .trimEnd();
const sorted = (lines: string[]) => lines.toSorted();

function lineOf({ channel, address, subject, text }: PreviewMessage): string {
  return JSON.stringify([channel, normalizeAddress(address), subject?.trim() ?? null, normalizeText(text)]);
}

test(
  `the preview, the stored messages and the messages that the mail server and the SMS provider receive are the same (NOTIFICATION_PLAN_SEED=${SEED})`,
  async () => {
    const on = await setUp();
    const { smtp, provider, events } = on;
    const planned: PreviewMessage[] = [];
    for (const input of fc.sample(anyInput, { numRuns: SUBMISSIONS, seed: SEED })) {
      planned.push(...(await previewAndSubmit(on, input)));
    }
    const toSend = planned.filter(({ state }) => state === 'pending');
    expect(toSend.length).toBeGreaterThan(SUBMISSIONS / 3);
    expect(planned.length).toBeGreaterThan(toSend.length);
    await events.reached('sent', toSend.length);

    const received = [
      ...smtp.mails.map(({ to, subject, text }) => {
        expect(to).toHaveLength(1);
        return JSON.stringify(['email', normalizeAddress(to[0] ?? ''), subject.trim(), normalizeText(text)]);
      }),
      ...provider.messages.map(({ to, body }) => JSON.stringify(['sms', to, null, normalizeText(body)])),
    ];
    expect(sorted(withoutPress(received))).toEqual(sorted(toSend.map(lineOf)));
    expect(provider.messages.map(({ to }) => to)).not.toContain(STOPPED);
  },
  TEST_LENGTH === 'long' ? 3_600_000 : 60_000,
);
