import { startServer } from './server.ts';
import { EnvironmentError, readEnvironment } from './config/environment.ts';

/** Starts the server with the settings of the environment, and stops it gracefully on SIGTERM or SIGINT. */

/** A stop that takes longer than this, in milliseconds, is given up: what was not done is taken over later. */
const STOP_WITHIN = 25_000;

try {
  const server = await startServer(readEnvironment(process.env));
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      console.log('Stopping: finishing what is under way.');
      setTimeout(() => process.exit(1), STOP_WITHIN).unref();
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
  for (const line of server.greeting) console.log(line);
} catch (error) {
  console.error(error instanceof EnvironmentError ? `Settings: ${error.message}` : explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  return error instanceof Error ? `Callpoint could not start: ${error.message}` : String(error);
}
