import { MINUTE } from '../scheduling/durations.ts';

/** An answer so shortly before the end counts as the last one: the clocks of phones differ. */
const LAST_ANSWER_WITHIN = MINUTE;

/** `until`: the time of the last check. Times are ISO 8601. */
export type CheckInPlan = { everyMinutes: number; graceMinutes: number; until: string };

/** When the person must answer next, and when the emergency is raised if they have not. */
export type DueTimes = { due_at: string; raise_at: string };

/** The next check after the start or an answer: never later than the end. */
export function nextDue({ everyMinutes, graceMinutes, until }: CheckInPlan, answeredAt: Date): DueTimes {
  const due = Math.min(answeredAt.getTime() + everyMinutes * MINUTE, Date.parse(until));
  return {
    due_at: new Date(due).toISOString(),
    raise_at: new Date(due + graceMinutes * MINUTE).toISOString(),
  };
}

/** Whether an answer at this time is the last one. */
export function isLastAnswer({ until }: Pick<CheckInPlan, 'until'>, answeredAt: Date): boolean {
  return answeredAt.getTime() > Date.parse(until) - LAST_ANSWER_WITHIN;
}
