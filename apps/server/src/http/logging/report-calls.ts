import type { FastifyInstance } from 'fastify';
import { onCallFinished } from '../connections/finished-calls.ts';
import { DatabaseRejection } from '../errors/call-error.ts';

/** A call that has ended. */
export type FinishedCall = {
  method: string;
  /** The declared path, for example `/mapi/v1/button_click`; null if no call has the requested one. */
  route: string | null;
  status: number;
  /** True if the database did not respond, or accepted no changes. */
  isDatabaseUnavailable: boolean;
  seconds: number;
};

/** Reports each call when it has ended. */
export function reportCalls(app: FastifyInstance, onCall: (call: FinishedCall) => void): void {
  onCallFinished(app, (request, reply) => {
    onCall({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      isDatabaseUnavailable: request.rejection instanceof DatabaseRejection,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
