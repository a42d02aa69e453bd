import { setImmediate } from 'node:timers/promises';
import type { NotificationPlan } from '@callpoint/alerts/notification-plan';
import { EMERGENCY_BUTTON_ID, type Item } from '@callpoint/contract/catalogue';
import { batched, type BatchLimits } from '../../db/batch.ts';
import { FairGate } from '../../http/admission/fair-gate.ts';
import { Quota } from '../../http/admission/quota.ts';
import { afterPresses, beginPress } from '../../scheduling/press-priority.ts';
import { Rests } from '../../scheduling/rests.ts';
import { Slices } from '../../scheduling/slices.ts';
import type { Accepted } from './accept-submissions.ts';
import type { AppUser } from './plan-submission.ts';
import type { PlannedSubmission } from './planned-submission.ts';

/**
 * Submissions go through lanes, subscribers in turn in each of them: none waits behind the flood of another.
 * Emergencies do not wait behind buttons, nor buttons behind what takes long: forms, presses with long texts, and
 * presses of somebody who presses again and again. Those go through the patient lanes: they are accepted as well, in
 * between.
 */

/** Submissions in one transaction, and characters of their messages: bounds how long the first waits for the last. */
const BATCH: BatchLimits<PlannedSubmission> = {
  items: 64,
  weight: 1_000_000,
  weightOf: charactersOf,
  keyOf: ({ teamId }) => teamId,
};
/** What is long is stored one by one: presses come in between. */
const PATIENT_BATCH = { ...BATCH, weight: 100_000 };

/** Characters of the settings of a button from which on its presses take milliseconds. */
const LONG_SETTINGS = 8_000;

/** Presses of one person in a minute that go before everything else. */
const PRESSES_A_MINUTE = 60;

const BUSY = { msg: 'Too much comes in at once. Nothing was stored; send it again.', retryAfter: 2 };

export type AcceptBatch = (submissions: PlannedSubmission[]) => Promise<Accepted[]>;

type Lane = {
  planning: FairGate;
  /** Between two plans. */
  pause: () => Promise<void>;
  accept: (submission: PlannedSubmission) => Promise<Accepted>;
};

/** One submission on its way through a lane. */
export type Passage = {
  /** Plans when it is the turn of its subscriber. */
  plan: (
    settings: ReadonlyMap<string, string>,
    work: () => Promise<NotificationPlan>,
  ) => Promise<NotificationPlan>;
  /** Stores it, together with others. */
  accept: (submission: PlannedSubmission) => Promise<Accepted>;
  /** To be called when it has been answered. */
  end: () => void;
};

/** @param mostOfOne submissions of one subscriber that may be in flight */
export function submissionLanes(acceptBatch: AcceptBatch, mostOfOne: number) {
  const openGate = () =>
    new FairGate({
      atOnce: 1,
      perKey: mostOfOne,
      waiting: Infinity,
      tooManyOfKey: BUSY,
      tooManyWaiting: BUSY,
    });
  const openLane = (): Lane => {
    const slices = new Slices(setImmediate);
    return {
      planning: openGate(),
      pause: () => slices.pause(),
      accept: batched<PlannedSubmission, Accepted>(BATCH, acceptBatch),
    };
  };
  const emergency = openLane();
  const button = openLane();
  const openPatientLane = (): Lane => {
    const storing = new Rests();
    return {
      planning: openGate(),
      pause: afterPresses,
      accept: batched<PlannedSubmission, Accepted>(PATIENT_BATCH, (submissions) =>
        storing.run(() => acceptBatch(submissions)),
      ),
    };
  };
  const patientEmergency = openPatientLane();
  const patientOther = openPatientLane();
  const presses = new Quota(PRESSES_A_MINUTE);

  /** Whether a submission goes first, as far as is known before its settings are. */
  function goesFirst(user: AppUser, { kind }: Item): boolean {
    if (kind === 'form' || presses.waitOf(String(user.id)) > 0) return false;
    presses.take(String(user.id));
    return true;
  }

  return {
    /** Brings a submission of `user` on its way. */
    enter(user: AppUser, item: Item): Passage {
      const isEmergency = item.kind === 'button' && item.id === EMERGENCY_BUTTON_ID;
      const first = isEmergency ? emergency : button;
      const patient = isEmergency ? patientEmergency : patientOther;
      const isFirst = goesFirst(user, item);
      let lane = isFirst ? first : patient;
      const end = isFirst ? beginPress() : () => {};
      return {
        plan(settings, work) {
          if (isLong(settings)) {
            lane = patient;
            end();
          }
          const { planning, pause } = lane;
          return planning.run(String(user.teamId), async () => {
            if (lane === patient) await afterPresses();
            const planned = await work();
            await pause();
            return planned;
          });
        },
        accept: (submission) => lane.accept(submission),
        end,
      };
    },
  };
}

function isLong(settings: ReadonlyMap<string, string>): boolean {
  let sum = 0;
  for (const value of settings.values()) sum += value.length;
  return sum > LONG_SETTINGS;
}

function charactersOf({ messages }: PlannedSubmission): number {
  // A text that messages share is stored once.
  const texts = new Set(messages.flatMap(({ text, html }) => [text, html ?? '']));
  return [...texts].reduce((sum, text) => sum + text.length, 0);
}
