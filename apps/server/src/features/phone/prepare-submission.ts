import { planIncident } from '@callpoint/alerts/escalation/incident-plan';
import type { NotificationPlan } from '@callpoint/alerts/plan/notification-plan';
import { delayedNote } from '@callpoint/alerts/plan/send-note';
import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import type { MapTemplates } from '@callpoint/alerts/templates/maps';
import { itemLabel, getDashboardSlot, type Item } from '@callpoint/contract/catalog';
import { isDelayed } from '@callpoint/contract/delayed';
import { encodeRecordKey, newestLocationUrl, recordUrl } from '@callpoint/contract/record-link';
import { ITEM_OFF } from '@callpoint/contract/error-codes';
import { imageUrl } from '@callpoint/contract/image-address';
import type { Location } from '@callpoint/contract/fields';
import { modeKey } from '@callpoint/contract/setting-keys';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { planWithOptOuts } from '../../planning/plan-with-opt-outs.ts';
import { reserveImages } from '../../images/image-rows.ts';
import { CallError } from '../../http/errors/call-error.ts';
import type { Caller } from '../../http/auth/session-tokens.ts';
import type { PreparedSubmission } from './prepared-submission.ts';
import { readItemSettings } from '../../planning/item-settings.ts';

export type AppUser = Extract<Caller, { role: 'app_user' }>;
/** The person whose submission it is. */
export type Submitter = Pick<AppUser, 'id' | 'teamId' | 'name' | 'email' | 'phone'> &
  // Only if the call has just read it.
  Partial<Pick<AppUser, 'settingsMark'>>;

/** A valid submission from a phone. */
export type ReceivedSubmission = {
  item: Item;
  client_id: string;
  location?: Location | null | undefined;
  pressed_at?: string | null | undefined;
  sent_at?: string | null | undefined;
  location_follows?: boolean | undefined;
  company?: string | null | undefined;
  message?: string | undefined;
  type?: string | null | undefined;
  images?: readonly string[] | null | undefined;
  is_drill?: boolean | undefined;
  /** It is sent although the subscriber has turned the button off. */
  evenIfOff?: boolean | undefined;
};

export type PrepareDependencies = {
  platform: PlatformDb;
  maps: MapTemplates;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
  /** The address of this server, for links to records. */
  publicUrl: () => string;
  /** False if only this machine can open `publicUrl`: messages then link to the location of the press itself. */
  hasPublicUrl: boolean;
  /** Runs the notification planning with these settings, for example in a fair queue; default: immediately. */
  runPlanning?: (
    settings: ReadonlyMap<string, string>,
    work: () => Promise<NotificationPlan>,
  ) => Promise<NotificationPlan>;
};

/** Adds the messages about a submission. Throws CallError 403 if the subscriber has switched the button off. */
export async function prepareSubmission(
  {
    platform,
    maps,
    smsFrom,
    smsCountries,
    publicUrl,
    hasPublicUrl,
    runPlanning = (_, work) => work(),
  }: PrepareDependencies,
  user: Submitter,
  received: ReceivedSubmission,
  now = new Date(),
): Promise<PreparedSubmission> {
  const { item } = received;
  const {
    team: settings,
    consultancy,
    account,
    zone,
  } = await readItemSettings(platform, user.teamId, item, user.settingsMark);
  if (settings.get(modeKey(getDashboardSlot(item))) !== 'yes' && !received.evenIfOff) {
    const msg = `${itemLabel(item)} is turned off for your organization, so nothing was sent.`;
    throw new CallError(403, msg, [], null, ITEM_OFF);
  }
  const imageKeys = [...new Set(received.images)];
  await requireImages(platform, user, received.client_id, imageKeys, now);
  const location = received.location ?? null;
  const company = received.company ?? '';
  const message = received.message ?? '';
  const type = received.type ?? '';
  const pressedAt = pressTime(received, now);
  const receivedAt = now.toISOString();
  const key = encodeRecordKey({ appUserId: user.id, clientId: received.client_id });
  const submission = {
    location,
    company,
    message,
    products: type,
    time: { pressedAt, receivedAt, zone },
    recordUrl: recordUrl(publicUrl(), key),
    newestLocationUrl: hasPublicUrl ? newestLocationUrl(publicUrl(), key) : null,
    locationFollows: received.location_follows,
  };
  const input = { item, settings, submission, user, consultancy, maps, smsCountries };
  const planned = await planWithOptOuts(platform, smsFrom, input, (work) => runPlanning(settings, work));
  const { screenText, messages, incident } = planIncident(planned, {
    item,
    settings,
    user,
    account,
    isDrill: received.is_drill === true,
  });
  return {
    item,
    teamId: user.teamId,
    appUserId: user.id,
    submitter: { name: user.name, email: user.email, phone: user.phone },
    clientId: received.client_id,
    location: location === null ? null : JSON.stringify(location),
    pressedAt,
    form: { company, message, otherData: hasImages(item) ? imageList(publicUrl(), imageKeys) : type },
    imageKeys,
    screenText,
    account,
    messages,
    incident,
    note:
      pressedAt !== null && isDelayed({ pressed_at: pressedAt, created_at: receivedAt })
        ? delayedNote(item.kind === 'button' ? 'press' : 'form', pressedAt, receivedAt, zone)
        : null,
  };
}

/**
 * When the person pressed. With `sent_at`, it is as long before now as the press was before it was sent: a wrong clock of
 * the phone does not matter then. A press in the future was made now.
 */
function pressTime({ pressed_at, sent_at }: ReceivedSubmission, now: Date): string | null {
  if (!pressed_at) return null;
  const pressed = Date.parse(pressed_at);
  const waited = sent_at ? Date.parse(sent_at) - pressed : -1;
  const estimated = waited >= 0 ? Math.max(now.getTime() - waited, EARLIEST) : pressed;
  return new Date(Math.min(estimated, now.getTime())).toISOString();
}

/** The year 1: dates before it cannot be stored. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');

function hasImages({ kind, id }: Item): boolean {
  return kind === 'form' && id === 1;
}

/** The addresses of the images of a question: a list, even if it is empty. */
function imageList(publicUrl: string, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => imageUrl(publicUrl, key)));
}

/** Reserves the images of a submission. Throws CallError 409 that names each image that is not available. */
async function requireImages(
  platform: PlatformDb,
  { id: appUserId }: Submitter,
  clientId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const missing = await reserveImages(platform, { appUserId, clientId }, keys, now.getTime());
  if (missing.length === 0) return;
  const problems = missing.map((key) => ({
    msg: `Image ${keys.indexOf(key) + 1} is no longer on the server, or is in another form. Upload it again.`,
    field: `images.${keys.indexOf(key)}`,
  }));
  throw new CallError(409, problems.map(({ msg }) => msg).join(' '), problems);
}
