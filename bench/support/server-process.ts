import { serverOptions } from '@callpoint/scripts/setup/paths.mjs';
import type { DatabaseLocation } from '@callpoint/server/db/connection';
import {
  startServerProcess as start,
  type ProcessOptions,
  type ServerProcess,
} from '@callpoint/server/testing/processes/server-process';

export type { ServerProcess };

/** Starts a server with the options of Node that `npm start` gives it. */
export function startServerProcess(
  location: DatabaseLocation,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  return start(location, { ...options, nodeOptions: [...serverOptions, ...(options.nodeOptions ?? [])] });
}
