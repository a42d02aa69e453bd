import { liveEventCalls } from '@callpoint/contract/live-events';
import type { Listener } from '../../events/event-stream.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { callerOf } from '../../http/auth/guard.ts';
import { networkOf } from '../../http/admission/network.ts';
import type { App } from '../../http/schemas.ts';
import type { Caller } from '../../http/auth/session-tokens.ts';

/** Seconds until a refused stream is asked for again. */
const RETRY_AFTER = 30;

/** What an open console listens to: server-sent events, until either side ends. */
export function liveEventRoutes(app: App, { live }: { live: LiveEvents }): void {
  app.handle(
    liveEventCalls.listen,
    (request, reply) => {
      const listener = listenerOf(callerOf(request), networkOf(request.ip));
      refuse(live.refusal(listener));
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // A proxy that gathers an answer before it passes it on would make every event late.
        'x-accel-buffering': 'no',
      });
      live.open(listener, reply.raw, request.headers['last-event-id'] !== undefined);
    },
    { expensive: 'stream' },
  );
}

function refuse(why: ReturnType<LiveEvents['refusal']>): void {
  if (why === null) return;
  if (why === 'yours') {
    throw new CallError(429, 'Too many consoles of this account are open at once.', [], RETRY_AFTER);
  }
  throw new CallError(503, 'The server cannot keep another console up to date now.', [], RETRY_AFTER);
}

function listenerOf(caller: Caller, network: string): Listener {
  const { id: accountId, sessionId } = caller;
  if (caller.role === 'admin') return { role: 'admin', accountId, sessionId, network, teamId: 'all' };
  if (caller.role === 'team') {
    return { role: 'team', accountId, sessionId, network, teamId: caller.teamId };
  }
  throw new Error('live events are for consoles');
}
