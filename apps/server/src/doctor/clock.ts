import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { notice, ok, problem, warning, type Finding } from './finding.ts';

export const CLOCK = 'Clock';
/** Seconds that a clock may differ: leases of messages are compared with it. */
const MOST_SECONDS = 2;
/** A provider's time has whole seconds, and its response takes some time. */
export const PROVIDER_PRECISION = 3;
/** Milliseconds that the command may take. */
const COMMAND_TIMEOUT = 5_000;

/**
 * Compares this machine's clock with another one.
 * @param of whose clock it is, e.g. `the database`
 * @param precision seconds: what the other clock rounds to
 */
export function compareClocks(of: string, theirs: Date, ours: Date, precision = 0): Finding {
  const seconds = (ours.getTime() - theirs.getTime()) / 1000;
  if (Math.abs(seconds) <= MOST_SECONDS + precision) return ok(CLOCK, `the same as ${of}’s`);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return problem(
    CLOCK,
    `this machine is ${Math.round(Math.abs(seconds))} s ${direction} ${of}`,
    'Synchronize the clocks of all machines (NTP): otherwise messages can be sent twice.',
  );
}

/** A problem if a stored row is from the future: the clock was set back, or was always behind. */
export function checkNewestRow(stored: Date, ours: Date): Finding[] {
  const seconds = (stored.getTime() - ours.getTime()) / 1000;
  if (seconds <= MOST_SECONDS) return [];
  return [
    problem(
      CLOCK,
      `this machine is at least ${Math.round(seconds)} s behind: the database has a row from ${stored.toISOString()}`,
      'Set the clock and synchronize it (NTP): otherwise messages wait until their time.',
    ),
  ];
}

/** Whether this machine synchronizes its clock, if there is no other clock to compare it with. */
export async function checkSynchronization(): Promise<Finding> {
  const answer = await readSynchronization();
  if (answer === 'yes') return ok(CLOCK, 'this machine synchronizes it (NTP)');
  if (answer === 'no') {
    return warning(
      CLOCK,
      'this machine does not synchronize it (timedatectl: NTPSynchronized=no)',
      'Switch it on: sudo timedatectl set-ntp true',
    );
  }
  return notice(
    CLOCK,
    'not checked: there is no other clock to compare with, and timedatectl is not available',
    'Compare date --utc with a clock that you trust, and synchronize this machine (NTP): records show its times.',
  );
}

async function readSynchronization(): Promise<string> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: COMMAND_TIMEOUT });
    return stdout.trim();
  } catch {
    return '';
  }
}
