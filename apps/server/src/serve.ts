import { errorText } from './config/error-text.ts';
import { EnvironmentError } from './config/variables.ts';
import { isDiskFull } from './db/postgres/unavailable.ts';
import { DirectUrlFault } from './db/update-tables.ts';
import { logReporter, terminalReporter, type LifecycleReporter } from './lifecycle-reports.ts';
import type { RunningServer } from './server.ts';

/** A stop that takes longer than this after its delay, in milliseconds, is aborted: another process reclaims the messages later. */
const STOP_WITHIN = 25_000;

/**
 * Runs a server in this process: starts it, reports the start, and stops it gracefully on SIGTERM or SIGINT. If it does not
 * start, that is reported, and the process exits with 1.
 * @param reporter by default text on a terminal, and lines of the log anywhere else
 */
export async function serve(
  start: () => Promise<RunningServer>,
  reporter: LifecycleReporter = process.stdout.isTTY ? terminalReporter() : logReporter(),
): Promise<void> {
  try {
    const server = await start();
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        announceStop(server, reporter);
      });
    }
    reporter.started(server);
  } catch (error) {
    const problem = error instanceof Error ? explainError(error) : String(error);
    reporter.notStarted({ problem, isOfSettings: error instanceof EnvironmentError, error });
    process.exit(1);
  }
}

function announceStop(server: RunningServer, reporter: LifecycleReporter): void {
  reporter.stopping();
  server.announceStop();
  setTimeout(stop, server.stopDelay, server, reporter);
}

function stop(server: RunningServer, reporter: LifecycleReporter): void {
  setTimeout(() => process.exit(1), STOP_WITHIN).unref();
  server.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      reporter.notStopped(error);
      process.exit(1);
    },
  );
}

/** Errors of PostgreSQL about a user, a password or a database that do not exist, and of pg about TLS and a missing password. */
const OF_URL: ReadonlySet<string | undefined> = new Set(['28000', '28P01', '3D000']);
const OF_URL_TEXT = /does not support SSL|needs a password/;

function explainError(error: Error): string {
  if (error instanceof EnvironmentError || error instanceof DirectUrlFault) return error.message;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === 'ENOSPC') return 'the disk is full';
  const reason = errorText(error);
  const text =
    isDiskFull(error) || error.message.includes(reason) ? error.message : `${error.message} (${reason})`;
  if (OF_URL.has(code) || OF_URL_TEXT.test(text)) return `DATABASE_URL cannot be used: ${text}`;
  return syscall === 'mkdir' ? `DATA_DIR cannot be used: ${text}` : text;
}
