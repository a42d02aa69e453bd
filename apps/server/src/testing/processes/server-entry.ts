import { fileURLToPath } from 'node:url';

/** What a server process of a test runs: the build, if a command has built it and names it, otherwise the sources. */
export const SERVER_ENTRY =
  process.env['SERVER_ENTRY'] ?? fileURLToPath(new URL('../../main.ts', import.meta.url));
