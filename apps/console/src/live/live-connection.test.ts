import type { LiveMessage } from '@callpoint/contract/live-events';
import { expect, test } from 'vitest';
import { createLiveConnection, type StreamEnd } from './live-connection.ts';
import { createMessageReader, createStreamOpener } from './open-stream.ts';

const HELLO: LiveMessage = { kind: 'hello', ok: true, beat_ms: 1000 };
const LOST: StreamEnd = { status: 0, retryAfter: null, msg: null, code: null };

function setUp() {
  type Attempt = {
    receive: (message: LiveMessage) => void;
    end: (end: StreamEnd) => void;
    signal: AbortSignal;
  };
  const attempts: Attempt[] = [];
  const timers: { ms: number; work: () => void; canceled: boolean }[] = [];
  const seen: string[] = [];
  const connection = createLiveConnection({
    open: (signal, receive) => new Promise((end) => attempts.push({ receive, end, signal })),
    later(work, ms) {
      const timer = { ms, work, canceled: false };
      timers.push(timer);
      return () => {
        timer.canceled = true;
      };
    },
    random: () => 0,
    onOpen: () => seen.push('open'),
    onMessage: ({ kind }) => seen.push(kind),
    onLost: ({ status }, failures) => seen.push(`lost ${status} ${failures}`),
    onRejected: ({ status }) => seen.push(`rejected ${status}`),
  });
  const settled = async () => {
    await Promise.resolve();
    await Promise.resolve();
  };
  const last = () => {
    const one = attempts.at(-1);
    if (!one) throw new Error('no try');
    return one;
  };
  const open = () => timers.filter(({ canceled }) => !canceled);
  return { connection, attempts, last, seen, timers, open, settled };
}

test('the connection is open after the greeting, and passes on messages', () => {
  const { last, seen } = setUp();
  last().receive(HELLO);
  last().receive({ kind: 'refetch' });
  expect(seen).toEqual(['open', 'refetch']);
});

test('a lost connection is retried, at longer and longer intervals; a greeting resets them', async () => {
  const { attempts, last, seen, open, settled, timers } = setUp();
  const waits: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    last().end(LOST);
    await settled();
    const wait = open().at(-1);
    waits.push(wait?.ms ?? 0);
    timers.length = 0;
    wait?.work();
  }
  expect(waits).toEqual([500, 2_000, 5_000, 10_000, 20_000, 20_000]);
  expect(attempts).toHaveLength(7);
  last().receive(HELLO);
  last().end({ ...LOST, status: 200 });
  await settled();
  expect(seen.slice(-2)).toEqual(['open', 'lost 200 1']);
});

test('silence counts as a lost connection, and later messages of the dead stream are ignored', async () => {
  const { attempts, last, seen, open, settled } = setUp();
  const first = last();
  first.receive(HELLO);
  const watch = open().at(-1);
  expect(watch?.ms).toBe(2500);
  watch?.work();
  await settled();
  expect(first.signal.aborted).toBe(true);
  first.receive({ kind: 'refetch' });
  first.end({ ...LOST, status: 200 });
  await settled();
  expect(seen).toEqual(['open', 'lost 0 1']);
  open().at(-1)?.work();
  expect(attempts).toHaveLength(2);
});

test('a busy server names the time of the retry; a rejection is not retried', async () => {
  const { last, seen, open, settled, attempts } = setUp();
  last().end({ ...LOST, status: 503, retryAfter: 30 });
  await settled();
  expect(open().at(-1)?.ms).toBe(30_000);
  open().at(-1)?.work();
  last().end({ ...LOST, status: 401, msg: 'Please log in.', code: 'sign_in_required' });
  await settled();
  expect(seen).toEqual(['lost 503 1', 'rejected 401']);
  expect(attempts).toHaveLength(2);
});

test('a network that returns ends the wait for a retry; a closed connection does not retry', async () => {
  const { connection, last, open, settled, attempts, seen } = setUp();
  connection.retryNow();
  expect(attempts).toHaveLength(1);
  last().end(LOST);
  await settled();
  connection.retryNow();
  expect(attempts).toHaveLength(2);
  connection.close();
  expect(last().signal.aborted).toBe(true);
  last().end(LOST);
  await settled();
  expect(open()).toEqual([]);
  expect(seen).toEqual(['lost 0 1']);
});

test('the message that the session has ended is the last: nothing is retried', async () => {
  const { last, seen, open, settled, attempts } = setUp();
  last().receive(HELLO);
  last().receive({ kind: 'ended', msg: 'Please log in.', code: 'sign_in_required' });
  last().end({ ...LOST, status: 200 });
  await settled();
  expect(seen).toEqual(['open', 'ended']);
  expect([open(), attempts.length]).toEqual([[], 1]);
});

test('messages are found regardless of how the text was split', () => {
  const received: LiveMessage[] = [];
  const read = createMessageReader((message) => received.push(message));
  for (const part of [
    'retry: 2000\nid: 1\nda',
    'ta: {"kind":"refetch"}\n',
    '\n',
    'data: {"kind":"beat"}\n\ndata: {',
  ])
    read(part);
  expect(received).toEqual([{ kind: 'refetch' }, { kind: 'beat' }]);
});

test('a rejected stream ends with the sentence and the code of the server', async () => {
  const endOf = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const fetch = async () => Response.json(body, { status, headers });
    const open = createStreamOpener(fetch, { path: async () => '/tapi/v1/events', token: 'a' });
    return await open(new AbortController().signal, () => {});
  };
  const blocked = { ok: false, msg: 'This account is blocked.', errors: [], code: 'account_blocked' };
  expect(await endOf(401, blocked)).toEqual({
    status: 401,
    retryAfter: null,
    msg: 'This account is blocked.',
    code: 'account_blocked',
  });
  const busy = { ok: false, msg: 'Too many streams.', errors: [], code: 'a code of a later version' };
  expect(await endOf(503, busy, { 'retry-after': '7' })).toEqual({
    status: 503,
    retryAfter: 7,
    msg: 'Too many streams.',
    code: null,
  });
  expect(await endOf(502, 'Bad gateway')).toEqual(LOST);
});
