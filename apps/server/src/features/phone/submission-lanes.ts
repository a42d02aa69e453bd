import { setImmediate } from 'node:timers/promises';
import type { NotificationPlan } from '@callpoint/alerts/plan/notification-plan';
import { EMERGENCY_BUTTON_ID, type Item } from '@callpoint/contract/catalog';
import { batched, type BatchLimits } from '../../db/queries/batch.ts';
import { fairQueue } from '../../http/admission/fair-queue.ts';
import { Quota } from '../../http/admission/quota.ts';
import {
  runDetachedFromCall,
  startPress,
  throttleDelay,
  yieldToPresses,
} from '../../scheduling/press-priority.ts';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { Semaphore } from '../../scheduling/semaphore.ts';
import { Slices } from '../../scheduling/slices.ts';
import type { AcceptedSubmission } from './accept-submissions.ts';
import type { AppUser } from './prepare-submission.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

/**
 * Submissions use lanes. Each lane serves its subscribers in fair order, so that no subscriber waits for a flood of
 * another. Emergencies do not wait for other buttons, and no button waits for slow work: forms, presses with long
 * texts, and presses of a person who presses again and again. Slow work uses the patient lanes, which run between the
 * others.
 */

/** Maximum submissions of one transaction, and characters of their messages: limits how long the first waits for the last. */
const BATCH: BatchLimits<Enqueued> = {
  items: 64,
  weight: 1_000_000,
  weightOf: ({ submission }) => charactersOf(submission),
  keyOf: ({ submission }) => submission.teamId,
};
/** Long submissions are stored in smaller batches, so that presses can be stored in between. */
const PATIENT_BATCH = { ...BATCH, weight: 100_000 };

/** A button whose settings have more characters is slow: its presses take milliseconds. */
const LONG_SETTINGS = 8_000;

/** Presses of one person in a minute that have priority. */
const PRESSES_A_MINUTE = 60;

const BUSY = {
  msg: 'Too many submissions at the same time. Nothing was stored. Send it again.',
  retryAfter: 2,
};

/** `beforeCommit` must be called when only the commit remains. */
export type AcceptBatch = (
  submissions: PreparedSubmission[],
  beforeCommit: () => void,
) => Promise<AcceptedSubmission[]>;

/** A submission, and what ends its priority. */
type Enqueued = { submission: PreparedSubmission; end: () => void };

type Lane = {
  planning: Semaphore;
  /** Pauses between two notification plans. */
  pause: () => Promise<void>;
  accept: (enqueued: Enqueued) => Promise<AcceptedSubmission>;
};

/** One submission in a lane. */
export type SubmissionInLane = {
  /** Runs the notification planning when the lane serves the subscriber. */
  runPlanning: (
    settings: ReadonlyMap<string, string>,
    work: () => Promise<NotificationPlan>,
  ) => Promise<NotificationPlan>;
  /** Stores the submission in a batch with others. */
  accept: (submission: PreparedSubmission) => Promise<AcceptedSubmission>;
  /** False for slow work, which does not delay the presses of others. */
  isFast: () => boolean;
  /** Must be called when the response is ready. */
  end: () => void;
};

/** @param mostOfOne submissions of one subscriber that may be in flight */
export function submissionLanes(acceptBatch: AcceptBatch, mostOfOne: number) {
  const openQueue = () =>
    fairQueue({
      concurrency: 1,
      perKey: mostOfOne,
      waiting: Infinity,
      tooManyOfKey: BUSY,
      tooManyWaiting: BUSY,
    });
  /** A commit mostly waits for the disk: meanwhile the next batch may be written, and other work may run. */
  const beforeCommit = (batch: readonly Enqueued[], startNext: () => void) => () => {
    for (const { end } of batch) end();
    startNext();
  };
  /** As the work of a press, whoever started the batch: behind a form, presses would wait for the connections of other calls. */
  const accept = (batch: readonly Enqueued[], startNext: () => void) => {
    const submissions = batch.map(({ submission }) => submission);
    const store = () => acceptBatch(submissions, beforeCommit(batch, startNext));
    return runDetachedFromCall(() => withQueryLimit('press', store));
  };
  const openLane = (): Lane => {
    const slices = new Slices(setImmediate, 'equal');
    return {
      planning: openQueue(),
      pause: () => slices.pause(),
      accept: batched<Enqueued, AcceptedSubmission>(BATCH, accept),
    };
  };
  const emergency = openLane();
  const button = openLane();
  const openPatientLane = (): Lane => {
    const storing = new Semaphore({ permits: 1 });
    const storeAndRest = async (batch: readonly Enqueued[], startNext: () => void) => {
      await storing.acquire();
      await yieldToPresses();
      const startedAt = performance.now();
      try {
        return await accept(batch, startNext);
      } finally {
        storing.release(undefined, throttleDelay(performance.now() - startedAt));
      }
    };
    return {
      planning: openQueue(),
      pause: yieldToPresses,
      accept: batched<Enqueued, AcceptedSubmission>(PATIENT_BATCH, storeAndRest),
    };
  };
  const patientEmergency = openPatientLane();
  const patientOther = openPatientLane();
  const presses = new Quota(PRESSES_A_MINUTE);

  /** Whether a submission has priority. Its settings are not read yet, so a slow one may lose it. */
  function hasPriority(user: AppUser, { kind }: Item): boolean {
    if (kind === 'form') return false;
    const key = String(user.id);
    if (presses.waitOf(key) > 0) {
      // Without a pause they remain patient: otherwise one press a second would slow down the others of the same person.
      presses.useAll(key);
      return false;
    }
    presses.use(key);
    return true;
  }

  return {
    /** Starts a submission of `user` in its lane. */
    enter(user: AppUser, item: Item): SubmissionInLane {
      const isEmergency = item.kind === 'button' && item.id === EMERGENCY_BUTTON_ID;
      const fast = isEmergency ? emergency : button;
      const patient = isEmergency ? patientEmergency : patientOther;
      const isPriority = hasPriority(user, item);
      let lane = isPriority ? fast : patient;
      const end = isPriority ? startPress() : () => {};
      return {
        runPlanning(settings, work) {
          if (isLong(settings)) {
            lane = patient;
            end();
          }
          const { planning, pause } = lane;
          return planning.run(String(user.teamId), async () => {
            if (lane === patient) await yieldToPresses();
            const planned = await work();
            await pause();
            return planned;
          });
        },
        accept: (submission) => lane.accept({ submission, end }),
        isFast: () => lane === fast,
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

function charactersOf({ messages }: PreparedSubmission): number {
  // The recipients of a kind of message are next to each other, and share its text, which is stored once. A copy elsewhere
  // counts again: the sum only limits a batch.
  return messages.reduce((sum, { text, html }, index) => {
    const before = messages[index - 1];
    const isShared = before?.text === text && before.html === html;
    return isShared ? sum : sum + text.length + (html ?? '').length;
  }, 0);
}
