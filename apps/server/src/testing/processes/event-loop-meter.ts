import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Loaded before the server with `node --import`. Measures the longest tick of the event loop, in milliseconds of the
 * thread's processor time, so that other load on the machine does not change the result. Prints
 * `event loop meter <address>`. A request to this address returns the longest tick since the request before; with
 * `/reference`, how long this machine takes to parse and write a million characters of JSON.
 */

const REFERENCE_ROUNDS = 5;
const JSON_TEXT = JSON.stringify(
  Array.from({ length: 10_000 }, (_, at) => ({
    id: at,
    name: `Ana Flores ${at}`,
    created_at: '2026-11-21T08:14:07.120Z',
    location: { lat: 38.8977, lng: -77.0365 },
  })),
);

let longest = 0;
let last = process.threadCpuUsage();

function measure(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
  setImmediate(measure).unref();
}
setImmediate(measure).unref();

function timeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function measureReference(): number {
  const times = Array.from({ length: REFERENCE_ROUNDS }, () =>
    timeOf(() => JSON.stringify(JSON.parse(JSON_TEXT))),
  );
  return times.toSorted((a, b) => a - b)[Math.floor(REFERENCE_ROUNDS / 2)] ?? 0;
}

const meter = createServer((request, response) => {
  response.end(String(request.url === '/reference' ? measureReference() : longest));
  longest = 0;
});
meter.listen(0, '127.0.0.1', () => {
  console.log(`event loop meter http://127.0.0.1:${(meter.address() as AddressInfo).port}`);
});
meter.unref();
