import { readEnvironment } from './delivery/channels/environment.ts';
import { serve } from './serve.ts';
import { startServer } from './server.ts';

/** Starts the server with the settings of the environment. */

await serve(() => startServer(readEnvironment(process.env)));
