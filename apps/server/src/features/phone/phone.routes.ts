import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import type { Plan } from '@callpoint/alerts/plan';
import type { Maps } from '@callpoint/alerts/values';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { failure } from '@callpoint/contract/errors';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { dashboardAnswer, pressButton, submissionAnswer, submitForm } from '@callpoint/contract/phone';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { batched, type BatchLimits } from '../../db/batch.ts';
import type { Db } from '../../db/tables.ts';
import type { ConfiguredChannels } from '../../delivery/outbox.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { CallError, conflict } from '../../http/call-error.ts';
import type { ExpensiveWork } from '../../http/expensive-work.ts';
import { FairGate } from '../../http/fair-gate.ts';
import { callerOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { limitInFlight, type InFlightLimits } from '../../http/in-flight-limit.ts';
import { Slices } from '../../http/slices.ts';
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
  expensive: ExpensiveWork;
  /** The sender of our SMS; null where they are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
};

/** Submissions in one transaction, and characters of their messages: bounds how long the first waits for the last. */
const BATCH: BatchLimits<PlannedSubmission> = {
  items: 64,
  weight: 1_000_000,
  weightOf: charactersOf,
  keyOf: ({ teamId }) => teamId,
};

/** Submissions from phones that wait for their answer, in all a second's work on a slow disk; keys are subscribers. */
const IN_FLIGHT: InFlightLimits = { all: 1000, perKey: 500, always: 10 };
const BUSY = { msg: 'Too much comes in at once. Nothing was stored; send it again.', retryAfter: 2 };
/** Submissions are planned one after the other in each lane, subscribers in turn: none waits behind the flood of another. */
const PLANNING = {
  atOnce: 1,
  perKey: 2 * IN_FLIGHT.perKey,
  waiting: Infinity,
  tooManyOfKey: BUSY,
  tooManyWaiting: BUSY,
};

/** The phone base `/mapi/v1`, all but signing in. */
export function phoneRoutes(
  app: App,
  { db, maps, channels, smsFrom, smsCountries, live, wakeDelivery, expensive }: PhoneNeeds,
): void {
  async function acceptBatch(submissions: readonly PlannedSubmission[]): Promise<Accepted[]> {
    const now = new Date();
    const accepted = await acceptSubmissions(db, channels, submissions, now);
    wakeDelivery();
    // Also of one that came before: its first event may have died with the process that was to tell it.
    live.publish(...submissions.map((it, place) => created(it, accepted[place]?.id ?? 0, now.toISOString())));
    return accepted;
  }

  const limited = limitInFlight(IN_FLIGHT);
  const openLane = () => ({
    planning: new FairGate(PLANNING),
    slices: new Slices(),
    accept: batched<PlannedSubmission, Accepted>(BATCH, acceptBatch),
  });
  // Forms carry the long texts: buttons do not wait behind them, nor emergencies behind buttons.
  const lanes = { emergency: openLane(), button: openLane(), form: openLane() };

  type Lane = ReturnType<typeof openLane>;

  async function take(request: FastifyRequest, received: Received) {
    const user = appUserOf(request);
    const { kind, id: item } = received.item;
    const lane = kind === 'button' && item === EMERGENCY_BUTTON_ID ? 'emergency' : kind;
    const { id, itemId, screenText, repeated } = await limited(
      String(user.teamId),
      lane === 'emergency',
      () => acceptOrRepeat(request, received, lanes[lane]),
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
  async function acceptOrRepeat(request: FastifyRequest, received: Received, lane: Lane): Promise<Accepted> {
    const user = appUserOf(request);
    const { planning, slices, accept } = lane;
    const inTurn = (work: () => Promise<Plan>) =>
      planning.run(String(user.teamId), async () => {
        const planned = await work();
        await slices.pause();
        return planned;
      });
    try {
      if (received.item.kind === 'form') {
        expensive.count(request, 'form');
      }
      return await accept(await planSubmission({ db, maps, smsFrom, smsCountries, inTurn }, user, received));
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

function charactersOf({ messages }: PlannedSubmission): number {
  // A text that messages share is stored once.
  const texts = new Set(messages.flatMap(({ text, html }) => [text, html ?? '']));
  return [...texts].reduce((sum, text) => sum + text.length, 0);
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
