import { sendOpenLoop } from '../support/open-loop.ts';
import type { RepeatedRequest } from '../support/open-loop-process.ts';

/** A process of its own that repeats requests: see `startOpenLoopProcess`. */

process.on('message', (message) => {
  const { url, request, rate, seconds, connections } = message as RepeatedRequest;
  void sendOpenLoop(url, () => request, rate, seconds, connections).then((responses) =>
    process.send?.(responses),
  );
});
// It exits together with its parent.
process.once('disconnect', () => process.exit(0));
