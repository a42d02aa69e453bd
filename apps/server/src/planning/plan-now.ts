import { plan, skipStopped, type Plan, type PlanInput } from '@callpoint/alerts/plan';
import type { PlatformDb } from '../db/platform.ts';
import type { Db } from '../db/tables.ts';
import { smsNumbers, stoppedAmong } from '../delivery/suppression/opt-outs.ts';

/**
 * The plan as it would be carried out now: with the numbers skipped that have replied STOP to `smsFrom`.
 * @param runPlanning runs the planning, for example in a fair queue; by default immediately
 */
export async function planNow(
  db: Db | PlatformDb,
  smsFrom: string | null,
  input: PlanInput,
  runPlanning: (work: () => Promise<Plan>) => Promise<Plan> = (work) => work(),
): Promise<Plan> {
  const planned = await runPlanning(async () => plan(input));
  const stopped = await stoppedAmong(db, smsFrom, smsNumbers(planned.messages));
  return { ...planned, messages: skipStopped(planned.messages, stopped) };
}
