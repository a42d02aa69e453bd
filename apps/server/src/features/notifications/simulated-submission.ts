import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { RecipientRole } from '@callpoint/contract/channels/channel';
import type { NotificationPlan, NotificationPlanInput } from '@callpoint/alerts/plan/notification-plan';
import type { DirectoryPerson } from '@callpoint/alerts/escalation/directory';
import { planIncident } from '@callpoint/alerts/escalation/incident-plan';
import { getAddress } from '@callpoint/alerts/plan/addresses';
import { findRoute } from '@callpoint/alerts/plan/routes';
import { foreignSettingProblems } from '@callpoint/alerts/sms/foreign-numbers';
import { normalizeSetting } from '@callpoint/alerts/sms/normalize-numbers';
import { settingProblems } from '@callpoint/alerts/settings/setting-problems';
import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import type { MapTemplates } from '@callpoint/alerts/templates/maps';
import { getDashboardSlot, type Item } from '@callpoint/contract/catalog';
import { exampleRecordKey, recordUrl } from '@callpoint/contract/record-link';
import type { Location } from '@callpoint/contract/fields';
import {
  findUnrelatedSettings,
  getCalledItem,
  shareTexts,
  type SharedNotificationPlan,
} from '@callpoint/contract/notifications';
import { notificationKey, modeKey } from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { Row } from '../../db/rows.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { reasonColumns, reasonText } from '../../delivery/channels/message-reason.ts';
import { getInitialState } from '../../delivery/queue/outbox.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { planWithOptOuts } from '../../planning/plan-with-opt-outs.ts';
import { badInput, conflict } from '../../http/errors/call-error.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';

export type SimulationDependencies = {
  platform: PlatformDb;
  maps: MapTemplates;
  channels: ConfiguredChannels;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
  /** The address of this server, for links to records. */
  publicUrl: () => string;
};

/** The submission that a call describes. */
export type SubmissionToSimulate = {
  button_id?: Item['id'] | undefined;
  f_id?: Item['id'] | undefined;
  app_user_id: number;
  location?: Location | null | undefined;
  company?: string | null | undefined;
  message?: string | null | undefined;
  type?: string | null | undefined;
  settings: Readonly<Record<string, string>>;
};

export type Simulation = {
  item: Item;
  isOn: boolean;
  isBlocked: boolean;
  /** The input of the notification plan, with the saved settings (`saved`) and with those of the call (`now`). */
  saved: NotificationPlanInput;
  now: NotificationPlanInput;
  /** The subscriber's own addresses, and the name of the owner. */
  account: DirectoryPerson;
};

/** The person who would submit it. */
export type SimulatedUser = Pick<Row<'app_user'>, 'id' | 'name' | 'email' | 'phone' | 'status'>;

/** Simulates a submission by `user`. Throws CallError 400 for settings that do not belong to the item. */
export async function simulateSubmission(
  {
    platform,
    maps,
    smsCountries,
    publicUrl,
  }: Pick<SimulationDependencies, 'platform' | 'maps' | 'smsCountries' | 'publicUrl'>,
  teamId: number,
  user: SimulatedUser,
  { location, company, message, type, settings: typed, ...ids }: SubmissionToSimulate,
): Promise<Simulation> {
  const item = getCalledItem(ids);
  const phone = await platform.selectFrom('team').select('phone').where('id', '=', teamId).executeTakeFirst();
  const country = homeCountry(phone?.phone ?? null, smsCountries);
  const changed = Object.fromEntries(
    Object.entries(typed).map(([key, value]) => [key, normalizeSetting(key, value, country)]),
  );
  const { team: settings, consultancy, account, zone } = await readItemSettings(platform, teamId, item);
  const unrelated = findUnrelatedSettings(item, changed);
  const problems = Object.entries(changed).flatMap(([key, value]) => {
    const found = unrelated.includes(key)
      ? [`${key} is not a setting of this.`]
      : [
          ...foreignSettingProblems(key, typed[key] ?? '', settings.get(key) ?? '', country),
          ...settingProblems(key, value, smsCountries),
        ];
    return found.map((msg) => ({ msg, field: `settings.${key}` }));
  });
  if (problems.length > 0) throw badInput(problems);
  const saved: NotificationPlanInput = {
    item,
    settings,
    submission: {
      location: location ?? null,
      company: company ?? '',
      message: message ?? '',
      products: type ?? '',
      time: { pressedAt: null, receivedAt: new Date().toISOString(), zone },
      recordUrl: recordUrl(publicUrl(), exampleRecordKey(user.id)),
    },
    user,
    consultancy,
    maps,
    smsCountries,
  };
  return {
    item,
    isOn: settings.get(modeKey(getDashboardSlot(item))) === 'yes',
    isBlocked: user.status === 0,
    account,
    saved,
    now: { ...saved, settings: new Map([...settings, ...Object.entries(changed)]) },
  };
}

/** Who would be notified of what, with the settings of the call and with only the saved ones. */
export async function previewNotifications(
  { platform, smsFrom, channels }: SimulationDependencies,
  { isOn, isBlocked, now, saved, account }: Simulation,
): Promise<{
  is_on: boolean;
  is_blocked: boolean;
  now: SharedNotificationPlan;
  saved: SharedNotificationPlan;
}> {
  const shown = ({ screenText, messages }: NotificationPlan): SharedNotificationPlan =>
    shareTexts({
      alert: screenText,
      messages: messages.map((message) => {
        const { channel, role, address, subject, text } = message;
        const { state, reason } = getInitialState(message, channels);
        const sentence = reason && reasonText({ channel, role, address, ...reasonColumns(reason) });
        return { channel, role, address, subject, text, state, reason: sentence };
      }),
    });
  const plan = async (input: NotificationPlanInput) => {
    const { item, user } = input;
    const settings = input.settings as ReadonlyMap<string, string>;
    const planned = await planWithOptOuts(platform, smsFrom, input);
    return shown(planIncident(planned, { item, settings, user, account, isDrill: false }));
  };
  const planned = await plan(now);
  // Filling in the longest texts takes milliseconds: waiting presses are handled first.
  await yieldToPresses();
  return {
    is_on: isOn,
    is_blocked: isBlocked,
    now: planned,
    saved: await plan(saved),
  };
}

const MARK = { subject: 'TEST: ', text: 'TEST: no one needs help. A real message would be:\n\n' };

/**
 * One message of the notification plan, to the subscriber itself and marked as a test. It is planned as a message to
 * the safety team, with the text to test. Throws CallError 409 if there is no text.
 */
export async function planTestMessage(
  { platform, smsFrom }: SimulationDependencies,
  { item, now }: Simulation,
  { channel, role }: { channel: Channel; role: RecipientRole },
  team: Pick<Row<'team'>, 'email' | 'phone'>,
): Promise<PlannedMessage> {
  const settings = new Map(now.settings as ReadonlyMap<string, string>);
  const read = (field: NotificationField) => settings.get(notificationKey(field, item)) ?? '';
  const [tested, own] = [findRoute(item, channel, role), findRoute(item, channel, 'team')];
  if (!tested || !own) throw conflict(`A ${item.kind} sends no ${CHANNEL[channel].nouns.many}.`, 'channel');
  const text = read(tested.text);
  if (text.trim() === '') throw conflict('There is no text to send.', 'role');
  const subject = tested.subject === null ? '' : read(tested.subject);
  settings.set(notificationKey(own.text, item), `${MARK.text}${text}`);
  if (own.subject !== null) settings.set(notificationKey(own.subject, item), `${MARK.subject}${subject}`);
  if (own.list !== null) settings.set(notificationKey(own.list, item), getAddress(channel, team));
  const { messages } = await planWithOptOuts(platform, smsFrom, { ...now, settings });
  const message = messages.find((one) => one.channel === channel && one.role === 'team');
  if (!message) throw new Error('a test was not planned');
  return message;
}
