import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Loaded before the server (`node --import`): measures how long the event loop was kept by one turn, in milliseconds of
 * processor time of its thread, so that a busy machine makes no difference. It prints `turn meter <address>`; a call of
 * that address answers the longest turn since the call before.
 */

let longest = 0;
let last = process.threadCpuUsage();

function turn(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
  setImmediate(turn).unref();
}
setImmediate(turn).unref();

const meter = createServer((_request, response) => {
  response.end(String(longest));
  longest = 0;
});
meter.listen(0, '127.0.0.1', () => {
  console.log(`turn meter http://127.0.0.1:${(meter.address() as AddressInfo).port}`);
});
meter.unref();
