import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import type { MapTemplates } from '@callpoint/alerts/templates/maps';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { phoneCalls } from '@callpoint/contract/phone';
import type { FastifyRequest } from 'fastify';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { CallError, conflict } from '../../http/errors/call-error.ts';
import type { Admission } from '../../http/admission/admission.ts';
import { limitInFlight } from '../../http/admission/in-flight-limit.ts';
import { PRESSES_IN_FLIGHT } from '../../http/admission/press-admission.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { acceptSubmissions, findAcceptedSubmission, type AcceptedSubmission } from './accept-submissions.ts';
import { announceAccepted, createdEvent, type AnnounceDependencies } from './announce-accepted.ts';
import { buildDashboard } from './dashboard.ts';
import { readOpenEmergencies, readOwnAccount } from './dashboard.repository.ts';
import { readEmergencyNumber } from '../../planning/emergency-number.ts';
import { readDashboardSettings } from '../../planning/item-settings.ts';
import { prepareSubmission, type AppUser, type ReceivedSubmission } from './prepare-submission.ts';
import type { PreparedSubmission } from './prepared-submission.ts';
import { updateLocation } from '../../incidents/update-location.ts';
import { submissionLanes } from './submission-lanes.ts';

export type PhoneDependencies = {
  platform: PlatformDb;
  maps: MapTemplates;
  channels: ConfiguredChannels;
  live: Pick<LiveEvents, 'publish'>;
  admission: Admission;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
  /** The address of this server, for links to records. */
  publicUrl: () => string;
  /** False if only this machine can open `publicUrl`. */
  hasPublicUrl: boolean;
  /** The public key for push subscriptions; null: the server sends no push messages. */
  pushKey: string | null;
  /** Called after a commit that added messages. */
  wakeDelivery: () => void;
  /** Called with each new incident. */
  onIncident: AnnounceDependencies['onIncident'];
};

/** The phone base `/mapi/v1`, except for signing in. */
export function phoneRoutes(
  app: App,
  {
    platform,
    maps,
    channels,
    smsFrom,
    smsCountries,
    publicUrl,
    hasPublicUrl,
    live,
    pushKey,
    wakeDelivery,
    onIncident,
    admission,
  }: PhoneDependencies,
): void {
  const announce = { live, wakeDelivery, onIncident };

  async function acceptBatch(
    submissions: readonly PreparedSubmission[],
    beforeCommit: () => void,
  ): Promise<AcceptedSubmission[]> {
    const now = new Date();
    const accepted = await acceptSubmissions(platform, channels, submissions, now, beforeCommit);
    announceAccepted(announce, submissions, accepted, now);
    return accepted;
  }

  const limited = limitInFlight(PRESSES_IN_FLIGHT);
  const lanes = submissionLanes(acceptBatch, 2 * PRESSES_IN_FLIGHT.perKey);

  async function submit(request: FastifyRequest, received: ReceivedSubmission) {
    const user = appUserOf(request);
    const { kind, id: item } = received.item;
    const isEmergency = kind === 'button' && item === EMERGENCY_BUTTON_ID;
    const {
      id,
      item: accepted,
      screenText,
      repeated,
    } = await limited(String(user.teamId), isEmergency, (count) =>
      acceptOrRepeat(request, user, received, count),
    );
    if (accepted.kind !== kind || accepted.id !== item) {
      throw conflict(
        'This client id was already used for another button or form. Send a new one.',
        'client_id',
      );
    }
    if (repeated && received.location) {
      const { client_id: clientId, location } = received;
      const { result } = await updateLocation(platform, user, { clientId, location, isOfRepeat: true });
      if (result === 'updated')
        live.publish({
          ...createdEvent({ item: accepted, id }, user.teamId, new Date()),
          kind: 'submission.moved',
        });
    }
    return { ok: true as const, data: { id, alert: screenText, repeated } };
  }

  /** A submission that was accepted before gets the same response, even if it would be rejected now. */
  async function acceptOrRepeat(
    request: FastifyRequest,
    user: AppUser,
    received: ReceivedSubmission,
    countTime: () => void,
  ): Promise<AcceptedSubmission> {
    const queued = lanes.enter(user, received.item);
    try {
      if (received.item.kind === 'form') admission.count(request, 'form');
      const needs = {
        platform,
        maps,
        smsFrom,
        smsCountries,
        publicUrl,
        hasPublicUrl,
        runPlanning: queued.runPlanning,
      };
      const accepted = await queued.accept(await prepareSubmission(needs, user, received));
      if (queued.isFast()) {
        countTime();
        request.place?.countTime();
      }
      return accepted;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const first = await findAcceptedSubmission(platform, user.id, received.client_id);
      if (!first) throw error;
      // Its commit may be a moment old; or it became visible only because the database was started again.
      await platform.waitUntilDurable();
      const { teamId, name, email, phone } = user;
      announceAccepted(
        announce,
        [{ teamId, incident: null, submitter: { name, email, phone } }],
        [first],
        new Date(),
      );
      return first;
    } finally {
      queued.end();
    }
  }

  app.handle(phoneCalls.dashboard, async (request) => {
    const user = appUserOf(request);
    const settings = await readDashboardSettings(platform, user.teamId);
    const tenant = getTenantDb(request);
    const account = await readOwnAccount(tenant, user);
    const open_emergencies = await readOpenEmergencies(tenant, user);
    const emergency_number = await readEmergencyNumber(platform);
    return {
      ok: true as const,
      data: {
        ...buildDashboard(settings.team, settings.contacts),
        ...account,
        emergency_number,
        push_key: pushKey,
        open_emergencies,
      },
    };
  });

  app.handle(
    phoneCalls.pressButton,
    async (request) => {
      const { button_id, ...rest } = request.body;
      return await submit(request, { item: { kind: 'button', id: button_id }, ...rest });
    },
    { hasPressPriority: true },
  );

  app.handle(phoneCalls.submitForm, async (request) => {
    const { f_id, ...rest } = request.body;
    return await submit(request, { item: { kind: 'form', id: f_id }, ...rest });
  });
}

function appUserOf(request: FastifyRequest): AppUser {
  const caller = getCaller(request);
  if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
  return caller;
}
