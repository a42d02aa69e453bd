import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Loaded before the server with `node --import`. Measures the longest tick of the event loop, in milliseconds of the
 * thread's processor time, so that other load on the machine does not change the result. Prints
 * `event loop meter <address>`. A request to this address returns the longest tick since the request before.
 */

let longest = 0;
let last = process.threadCpuUsage();

function measure(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
  setImmediate(measure).unref();
}
setImmediate(measure).unref();

const meter = createServer((_request, response) => {
  response.end(String(longest));
  longest = 0;
});
meter.listen(0, '127.0.0.1', () => {
  console.log(`event loop meter http://127.0.0.1:${(meter.address() as AddressInfo).port}`);
});
meter.unref();
