import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import type { Maps } from '@callpoint/alerts/values';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { failure } from '@callpoint/contract/errors';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { dashboardAnswer, pressButton, submissionAnswer, submitForm } from '@callpoint/contract/phone';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { batched } from '../../db/batch.ts';
import type { Db } from '../../db/tables.ts';
import type { ConfiguredChannels } from '../../delivery/outbox.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { CallError, conflict } from '../../http/call-error.ts';
import { callerOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { underWay } from '../../http/under-way.ts';
import type { Caller } from '../../http/session-tokens.ts';
import { acceptSubmissions, findAccepted, type Accepted } from './accept-submissions.ts';
import { dashboard } from './dashboard.ts';
import { dashboardSettings } from '../../delivery/phone-settings.ts';
import { planSubmission, type Received } from './plan-submission.ts';
import type { PlannedSubmission } from './planned-submission.ts';

export type PhoneNeeds = {
  db: Db;
  maps: Maps;
  channels: ConfiguredChannels;
  live: Pick<LiveEvents, 'publish'>;
  /** The sender of our SMS; null where they are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
};

/** Most submissions in one transaction: bounds how long the first of them waits for the last. */
const LARGEST_BATCH = 64;

/** Submissions from phones that wait for their answer: a second's work on a slow disk. */
const MOST_UNDER_WAY = 1000;

/** The phone base `/mapi/v1`, all but signing in. */
export function phoneRoutes(
  app: App,
  { db, maps, channels, smsFrom, smsCountries, live, wakeDelivery }: PhoneNeeds,
): void {
  const accept = batched<PlannedSubmission, Accepted>(LARGEST_BATCH, async (submissions) => {
    const now = new Date();
    const accepted = await acceptSubmissions(db, channels, submissions, now);
    wakeDelivery();
    // Also of one that came before: its first event may have died with the process that was to tell it.
    live.publish(...submissions.map((it, place) => created(it, accepted[place]?.id ?? 0, now.toISOString())));
    return accepted;
  });

  const limited = underWay(MOST_UNDER_WAY);

  async function take(request: FastifyRequest, received: Received) {
    const user = appUserOf(request);
    const isEmergency = received.item.kind === 'button' && received.item.id === EMERGENCY_BUTTON_ID;
    const { id, itemId, screenText, repeated } = await limited(isEmergency, () =>
      acceptOrRepeat(user, received),
    );
    if (itemId !== received.item.id) {
      throw conflict(
        'Client id was used for another button or form before. Send this with a new one.',
        'client_id',
      );
    }
    return { ok: true as const, data: { id, alert: screenText, repeated } };
  }

  /** What was accepted before keeps its answer, also where it would be refused by now. */
  async function acceptOrRepeat(user: AppUser, received: Received): Promise<Accepted> {
    try {
      return await accept(await planSubmission({ db, maps, smsFrom, smsCountries }, user, received));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const first = await findAccepted(db, received.item.kind, user.id, received.client_id);
      if (!first) throw error;
      return first;
    }
  }

  app.get(
    '/dashboard',
    {
      config: { access: 'phone.use' },
      schema: { querystring: z.object({}), response: { 200: dashboardAnswer, '4xx': failure } },
    },
    async (request) => {
      const { id, teamId } = appUserOf(request);
      const { team, platform } = await dashboardSettings(db, teamId);
      const should_change_password = await shouldChangePassword(db, id);
      return { ok: true as const, data: { ...dashboard(team, platform.contacts), should_change_password } };
    },
  );

  app.post(
    '/button_click',
    {
      config: { access: 'phone.use' },
      schema: { body: pressButton, response: { 200: submissionAnswer, '4xx': failure } },
    },
    async (request) => {
      const { button_id, ...rest } = request.body;
      return await take(request, { item: { kind: 'button', id: button_id }, ...rest });
    },
  );

  app.post(
    '/form_submission',
    {
      config: { access: 'phone.use' },
      schema: { body: submitForm, response: { 200: submissionAnswer, '4xx': failure } },
    },
    async (request) => {
      const { f_id, ...rest } = request.body;
      return await take(request, { item: { kind: 'form', id: f_id }, ...rest });
    },
  );
}

function created({ item, teamId }: PlannedSubmission, id: number, at: string): LiveEvent {
  return { kind: 'submission.created', team_id: teamId, submission: item.kind, item_id: item.id, id, at };
}

/** True while somebody else set the person's password. */
async function shouldChangePassword(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select('password_set_by_other')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.password_set_by_other === 1;
}

type AppUser = Extract<Caller, { role: 'app_user' }>;

function appUserOf(request: FastifyRequest): AppUser {
  const caller = callerOf(request);
  if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
  return caller;
}
