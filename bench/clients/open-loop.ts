import { sendOpenLoop } from '../support/load/open-loop.ts';
import type { RepeatedRequests } from '../support/load/open-loop-process.ts';

/** A process of its own that repeats requests: see `startOpenLoopProcess`. */

process.on('message', (message) => {
  const { url, requests, rate, seconds, connections } = message as RepeatedRequests;
  let sent = 0;
  const next = () => requests[sent++ % requests.length] ?? '';
  void sendOpenLoop(url, next, rate, seconds, connections).then((responses) => process.send?.(responses));
});
// It exits together with its parent.
process.once('disconnect', () => process.exit(0));
