import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { expect, onTestFinished, test } from 'vitest';
import { isLowPriority, runAsLowPriority } from '../scheduling/press-priority.ts';
import { isPress, withQueryLimit } from '../scheduling/query-limit.ts';
import type { Listener } from './event-stream.ts';
import { LiveEvents } from './live-events.ts';

const listener: Listener = { role: 'team', accountId: 1, sessionId: 1, network: '127.0.0.1', teamId: 1 };
const event = (id: number): LiveEvent => ({
  kind: 'submission.created',
  team_id: 1,
  submission: 'button',
  item_id: 5,
  id,
  at: '2026-11-21T08:14:07.000Z',
});

/** Resolves after the events that were published before have been written. */
const tickEnds = () => new Promise((resolve) => setImmediate(resolve));

function liveEvents(onCheck = () => {}): LiveEvents {
  const findInvalidSessions = async () => {
    onCheck();
    return new Map();
  };
  const live = new LiveEvents({ findInvalidSessions, log: { warn: () => {} } });
  onTestFinished(() => live.close());
  return live;
}

test('drops a client that does not read, and continues to write to the others', async () => {
  const live = liveEvents();
  const slow = new Writable({ write: () => {} });
  const read: string[] = [];
  const quick = new Writable({
    write(chunk: Buffer, _encoding, done) {
      read.push(String(chunk));
      done();
    },
  });
  live.open(listener, slow);
  live.open({ ...listener, sessionId: 2 }, quick);
  let id = 0;
  while (!slow.destroyed && id < 10_000) {
    id += 1;
    live.publish(event(id));
    await tickEnds();
  }
  expect(id).toBeLessThan(1_000);
  expect(live.size).toBe(1);
  expect(read).toHaveLength(1 + id);
  expect(read.at(-1)).toBe(`data: ${JSON.stringify(event(id))}\n\n`);
});

/** Like a server's response: written data is sent when the tick has finished. */
function corked(): { sink: Writable; read: string[] } {
  const read: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      read.push(String(chunk));
      setImmediate(done);
    },
  });
  return { sink, read };
}

test('sends a refetch to a reading client instead of disconnecting it after too many events in one tick', async () => {
  const live = liveEvents();
  const { sink, read } = corked();
  live.open(listener, sink);
  for (let id = 1; id <= 1000; id += 1) live.publish(event(id));
  live.receive(Array.from({ length: 1000 }, (_, id) => ({ is: 'event', event: event(1001 + id) })));
  await expect.poll(() => read.length).toBe(2);
  expect(read.at(-1)).toBe('data: {"kind":"refetch"}\n\n');
  live.publish(event(2001));
  await expect.poll(() => read.at(-1)).toBe(`data: ${JSON.stringify(event(2001))}\n\n`);
});

test('a stream whose connection was closed before takes no place', async () => {
  const live = liveEvents();
  for (let stream = 0; stream < 100; stream += 1) {
    const closed = new Writable({ write: () => {} });
    closed.destroy();
    await once(closed, 'close');
    live.open(listener, closed);
  }
  expect([live.size, live.findRejection(listener)]).toEqual([0, null]);
});

test('a new stream stays open even after many recent events', async () => {
  const live = liveEvents();
  for (const count of [1, 100, 300, 499, 500, 2000]) {
    for (let id = 1; id <= count; id += 1) live.publish(event(id));
    await tickEnds();
    const { sink, read } = corked();
    live.open({ ...listener, sessionId: count }, sink);
    await expect.poll(() => read.length).toBe(2);
    expect([count, sink.destroyed]).toEqual([count, false]);
  }
});

test('a stream that continues after events that are no longer stored, or that did not arrive, receives a refetch', async () => {
  const live = liveEvents();
  const first = live.position();
  const openAt = async (since: string) => {
    const { sink, read } = corked();
    live.open(listener, sink, { since });
    await expect.poll(() => read.length).toBeGreaterThan(0);
    await tickEnds();
    return read.slice(1).join('');
  };
  expect(await openAt(live.position())).toBe('');
  for (let id = 1; id <= 1001; id += 1) live.publish(event(id));
  await tickEnds();
  expect(await openAt(first)).toBe('data: {"kind":"refetch"}\n\n');
  const second = live.position();
  expect(await openAt(second)).toBe('');
  live.receive([{ is: 'refetch' }]);
  await tickEnds();
  expect(await openAt(second)).toBe('data: {"kind":"refetch"}\n\n');
});

test('publishing writes nothing in its own tick', async () => {
  const live = liveEvents();
  const read: string[] = [];
  live.open(
    listener,
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        read.push(String(chunk));
        done();
      },
    }),
  );
  live.publish(event(1));
  expect(read).toHaveLength(1);
  await expect.poll(() => read.length).toBe(2);
});

test('a check of the sessions of all streams is work neither of the call nor of the press that starts it', async () => {
  const ofCall: boolean[] = [];
  const ofPress: boolean[] = [];
  const live = liveEvents(() => {
    ofCall.push(isLowPriority());
    ofPress.push(isPress());
  });
  runAsLowPriority(() => live.open(listener, new Writable({ write: () => {} })), 'account');
  await expect.poll(() => ofCall.length).toBe(1);
  withQueryLimit('press', () => live.sessionsRevoked());
  await expect.poll(() => ofCall.length).toBe(2);
  expect([ofCall, ofPress]).toEqual([
    [false, false],
    [false, false],
  ]);
});

test('closeStreams closes every stream and rejects new ones', async () => {
  const live = liveEvents();
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  live.open(listener, sink);
  live.closeStreams();
  expect(sink.writableEnded).toBe(true);
  expect(live.findRejection(listener)).toBe('closing');
});
