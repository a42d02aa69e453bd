import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { startPress } from '../../scheduling/press-priority.ts';
import { handleErrors } from '../errors/error-responses.ts';
import { admitCallsOneByOne } from './calls-in-flight.ts';

const CALLS = 200;

/** A server whose calls report the order in which they were served. */
function openServer() {
  const app = Fastify();
  onTestFinished(() => app.close());
  handleErrors(app);
  admitCallsOneByOne(app);
  const served: string[] = [];
  app.get('/read', async () => void served.push('read'));
  app.get('/check', { config: { isHealthCheck: true } }, async () => void served.push('check'));
  const get = (url: string, remoteAddress = '127.0.0.1') => app.inject({ method: 'GET', url, remoteAddress });
  return { get, served };
}

test('a health check does not wait behind other calls, nor while presses are in flight', async () => {
  const { get, served } = openServer();
  const endPress = startPress();
  onTestFinished(endPress);
  const reads = Array.from({ length: CALLS }, () => get('/read'));
  expect((await get('/check')).statusCode).toBe(200);
  expect(served.slice(0, served.indexOf('check') + 1)).toEqual(['check']);
  endPress();
  await Promise.all(reads);
  expect(served.length).toBe(CALLS + 1);
});

test('a flood of health checks of one network is served in parts and rejected beyond that, and delays no other network', async () => {
  const { get, served } = openServer();
  await get('/check');
  served.length = 0;
  const flood = Array.from({ length: CALLS }, () => get('/check', '192.0.2.66'));
  let before = 0;
  let largestPart = 0;
  let hasEnded = false;
  const look = () => {
    largestPart = Math.max(largestPart, served.length - before);
    before = served.length;
    if (!hasEnded) setImmediate(look);
  };
  setImmediate(look);
  expect((await get('/check', '192.0.2.1')).statusCode).toBe(200);
  expect(served.length).toBeLessThanOrEqual(12);
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  hasEnded = true;
  expect(statuses.filter((status) => status === 200).length).toBe(20);
  expect(statuses.filter((status) => status === 503).length).toBe(CALLS - 20);
  expect(largestPart).toBeLessThanOrEqual(8);
});
