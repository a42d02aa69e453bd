import { plan, skipStopped, type Plan, type PlanInput } from '@callpoint/alerts/plan';
import type { PlatformDb } from '../db/platform.ts';
import type { Db } from '../db/tables.ts';
import { smsNumbers, stoppedAmong } from '../delivery/suppression/opt-outs.ts';

/**
 * The plan as it would be carried out now: with the numbers skipped that have replied STOP to `smsFrom`.
 * @param inTurn what the work of the processor waits for; left out, it is done right away
 */
export async function planNow(
  db: Db | PlatformDb,
  smsFrom: string | null,
  input: PlanInput,
  inTurn: (work: () => Promise<Plan>) => Promise<Plan> = (work) => work(),
): Promise<Plan> {
  const planned = await inTurn(async () => plan(input));
  const stopped = await stoppedAmong(db, smsFrom, smsNumbers(planned.messages));
  return { ...planned, messages: skipStopped(planned.messages, stopped) };
}
