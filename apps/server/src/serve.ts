import { errorText } from './config/error-text.ts';
import { EnvironmentError } from './config/variables.ts';
import { isDiskFull } from './db/postgres/unavailable.ts';
import type { RunningServer } from './server.ts';

/** A stop that takes longer than this after its delay, in milliseconds, is aborted: another process reclaims the messages later. */
const STOP_WITHIN = 25_000;

/**
 * Runs a server in this process: starts it, shows its greeting, and stops it gracefully on SIGTERM or SIGINT.
 * An error at the start is printed in one line, and the process exits with 1.
 */
export async function serve(start: () => Promise<RunningServer>): Promise<void> {
  try {
    const server = await start();
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        announceStop(server);
      });
    }
    for (const line of server.greeting) console.log(line);
  } catch (error) {
    console.error(error instanceof EnvironmentError ? `Settings: ${error.message}` : explain(error));
    process.exit(1);
  }
}

function announceStop(server: RunningServer): void {
  console.log('Stopping: finishing what is in progress.');
  server.announceStop();
  setTimeout(stop, server.stopDelay, server);
}

function stop(server: RunningServer): void {
  setTimeout(() => process.exit(1), STOP_WITHIN).unref();
  server.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `Callpoint could not start: ${explainError(error)}`;
}

/** Errors of PostgreSQL about a user, a password or a database that do not exist, and of pg about TLS. */
const OF_URL: ReadonlySet<string | undefined> = new Set(['28000', '28P01', '3D000']);
const NO_TLS = 'does not support SSL';

function explainError(error: Error): string {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === 'ENOSPC') return 'the disk is full';
  const reason = errorText(error);
  const text =
    isDiskFull(error) || error.message.includes(reason) ? error.message : `${error.message} (${reason})`;
  if (OF_URL.has(code) || text.includes(NO_TLS)) return `DATABASE_URL cannot be used: ${text}`;
  return syscall === 'mkdir' ? `DATA_DIR cannot be used: ${text}` : text;
}
