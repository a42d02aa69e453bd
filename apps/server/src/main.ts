import { readEnvironment } from './delivery/channels/environment.ts';
import { serve } from './serve.ts';
import { startServer } from './server.ts';
import { startTracing } from './tracing/start-tracing.ts';

/** Starts the server with the settings of the environment. */

await serve(async () => {
  const environment = readEnvironment(process.env);
  await startTracing(process.env);
  return await startServer(environment);
});
