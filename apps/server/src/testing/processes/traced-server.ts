import { onTestFinished } from 'vitest';
import { BEHIND_PROXY } from '../server.ts';
import { startPressingServer } from './pressing-server.ts';
import { startTraceCollector } from './trace-collector.ts';

/** The trace of each press, as the phone's proxy names it. */
export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const PARENT_ID = 'b7ad6b7169203331';

/** A collector that is closed when the test finishes. */
export async function collector(options?: { hangs: boolean }) {
  const started = await startTraceCollector(options);
  onTestFinished(() => started.close());
  return started;
}

/** A server that exports as these variables say, and a person who presses. */
export async function tracedServer(variables: Record<string, string>) {
  const { server, smtp, token, press } = await startPressingServer(
    { ...BEHIND_PROXY, ...variables },
    'SIGKILL',
  );
  return {
    server,
    smtp,
    token,
    press: (body: object = {}) =>
      press(
        { client_id: crypto.randomUUID(), button_id: 1, location: { lat: 38.9, lng: -77 }, ...body },
        { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` },
      ),
  };
}
