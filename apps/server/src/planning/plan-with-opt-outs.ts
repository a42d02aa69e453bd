import {
  planNotifications,
  skipStopped,
  type NotificationPlan,
  type NotificationPlanInput,
} from '@callpoint/alerts/plan/notification-plan';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { optOutCandidates, findOptOuts } from '../delivery/suppression/opt-outs.ts';

/**
 * The notification plan with current opt-outs: messages to numbers that have replied STOP to `smsFrom` are skipped.
 * @param runPlanning runs the planning, for example in a fair queue; by default immediately
 */
export async function planWithOptOuts(
  db: Db | PlatformDb,
  smsFrom: string | null,
  input: NotificationPlanInput,
  runPlanning: (work: () => Promise<NotificationPlan>) => Promise<NotificationPlan> = (work) => work(),
): Promise<NotificationPlan> {
  const planned = await runPlanning(async () => planNotifications(input));
  const stopped = await findOptOuts(db, smsFrom, optOutCandidates(planned.messages));
  return { ...planned, messages: skipStopped(planned.messages, stopped) };
}
