import {
  planNotifications,
  skipStopped,
  type NotificationPlan,
  type NotificationPlanInput,
} from '@callpoint/alerts/notification-plan';
import type { Db } from '../db/tables.ts';
import { numbersThatMayStop, findOptOuts } from '../delivery/suppression/opt-outs.ts';

/**
 * The notification plan with current opt-outs: messages to numbers that have replied STOP to `smsFrom` are skipped.
 * @param inTurn runs the planning, which is work for the processor; left out, it runs immediately
 */
export async function planWithOptOuts(
  db: Db,
  smsFrom: string | null,
  input: NotificationPlanInput,
  inTurn: (work: () => Promise<NotificationPlan>) => Promise<NotificationPlan> = (work) => work(),
): Promise<NotificationPlan> {
  const planned = await inTurn(async () => planNotifications(input));
  const stopped = await findOptOuts(db, smsFrom, numbersThatMayStop(planned.messages));
  return { ...planned, messages: skipStopped(planned.messages, stopped) };
}
