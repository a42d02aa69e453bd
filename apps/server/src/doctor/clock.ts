import { ok, problem, type Finding } from './finding.ts';

/** Seconds that a clock may differ: leases of messages are compared with it. */
const MOST_SECONDS = 2;

/**
 * Compares this machine's clock with another one.
 * @param of whose clock it is, e.g. `the database`
 * @param precision seconds: what the other clock rounds to
 */
export function compareClocks(of: string, theirs: Date, ours: Date, precision = 0): Finding {
  const seconds = (ours.getTime() - theirs.getTime()) / 1000;
  if (Math.abs(seconds) <= MOST_SECONDS + precision) return ok('Clock', `the same as ${of}’s`);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return problem(
    'Clock',
    `this machine is ${Math.round(Math.abs(seconds))} s ${direction} ${of}`,
    'Synchronize the clocks of all machines (NTP): otherwise messages can be sent twice.',
  );
}
