import { CHANNELS, isRouted, type Channel } from '@callpoint/contract/channels/channels';
import type { EscalationPolicy, StepRecipient } from '@callpoint/contract/escalation';

/** When the steps of an escalation policy start. */

const MINUTE = 60_000;
/** Minutes from the last step until administrators are notified that no one acknowledged. */
const UNANSWERED_AFTER = 5;

/**
 * One start of a step. Run 0 is the messages of the press; the repeats start again with these. `step`: its index in the
 * policy, null for the messages of the notification settings.
 */
export interface EscalationRun {
  run: number;
  /** 0: the first round; 1: the first repeat. */
  round: number;
  step: number | null;
  /** Minutes after the press. */
  after: number;
  to: readonly StepRecipient[];
  by: readonly Channel[];
}

/** The recipients of the messages of the notification settings, when they are repeated. */
const FIRST: Pick<EscalationRun, 'to' | 'by'> = { to: [{ kind: 'team' }], by: CHANNELS.filter(isRouted) };

/** Every run of a policy, in order. */
export function planRuns({ steps, repeat }: EscalationPolicy): EscalationRun[] {
  const runs: Omit<EscalationRun, 'run'>[] = [];
  for (let round = 0; round <= repeat.times; round += 1) {
    const start = round * repeat.every;
    runs.push({ round, step: null, after: start, ...FIRST });
    for (const [step, { after, to, by }] of steps.entries()) {
      // A step without a channel would notify no one; the next one must not wait for it.
      if (by.length > 0) runs.push({ round, step, after: start + after, to, by });
    }
  }
  return runs.map((run, index) => ({ ...run, run: index }));
}

/** A drill never notifies these groups. */
export function isLeftOutOfDrill({ kind }: StepRecipient): boolean {
  return kind === 'consultancy' || kind === 'administrators';
}

/** Whether a drill notifies anyone after `run`. */
export function drillContinues(policy: EscalationPolicy, run: number): boolean {
  return planRuns(policy)
    .slice(run + 1)
    .some(({ to }) => to.some((recipient) => !isLeftOutOfDrill(recipient)));
}

/** Milliseconds from the start of `run` to the start of the run after it, or to the end of the policy. */
export function gapAfter(runs: readonly EscalationRun[], run: number): number {
  const [current, next] = [runs[run], runs[run + 1]];
  if (!current || !next) return UNANSWERED_AFTER * MINUTE;
  return (next.after - current.after) * MINUTE;
}
