import { EVENT_POSITION_HEADER } from '@callpoint/contract/event-position';
import { liveEventCalls } from '@callpoint/contract/live-events';
import type { Listener } from '../../events/event-stream.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { getCaller } from '../../http/auth/guard.ts';
import { getNetwork } from '../../http/admission/network.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../http/api/schemas.ts';
import type { Caller } from '../../http/auth/session-tokens.ts';

/** Seconds until a rejected stream may be requested again. */
const RETRY_AFTER = 30;

/** The stream of an open console: server-sent events, until either side closes it. */
export function liveEventRoutes(app: App, { live }: { live: LiveEvents }): void {
  app.handle(
    liveEventCalls.listen,
    (request, reply) => {
      const listener = listenerOf(getCaller(request), getNetwork(request.ip));
      requireCapacity(live.findRejection(listener));
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // A proxy that buffers the response would delay every event.
        'x-accel-buffering': 'no',
      });
      const again = request.headers['last-event-id'] !== undefined;
      live.open(listener, reply.raw, { again, since: request.query.since });
    },
    { expensive: 'stream' },
  );
}

/** The paths of calls that consoles make. */
const CONSOLE_PATH = /^\/t?api\/v1\//;

/** Adds the position in the events to each response of a console's call, before the call reads anything. */
export function sendEventPosition(app: FastifyInstance, live: Pick<LiveEvents, 'position'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (CONSOLE_PATH.test(request.url)) reply.header(EVENT_POSITION_HEADER, live.position());
    done();
  });
}

/** Throws CallError 429 or 503 if one more stream is too many. */
function requireCapacity(rejection: ReturnType<LiveEvents['findRejection']>): void {
  if (rejection === null) return;
  if (rejection === 'yours') {
    throw new CallError(429, 'This account has too many open consoles.', [], RETRY_AFTER);
  }
  throw new CallError(503, 'The server can’t update another console live at the moment.', [], RETRY_AFTER);
}

function listenerOf(caller: Caller, network: string): Listener {
  const { id: accountId, sessionId } = caller;
  if (caller.role === 'admin') return { role: 'admin', accountId, sessionId, network, teamId: 'all' };
  if (caller.role === 'team') {
    return { role: 'team', accountId, sessionId, network, teamId: caller.teamId };
  }
  throw new Error('live events are for consoles');
}
