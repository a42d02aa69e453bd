import { Writable } from 'node:stream';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { expect, onTestFinished, test } from 'vitest';
import type { Listener } from './event-stream.ts';
import { LiveEvents } from './live-events.ts';

const listener: Listener = { role: 'team', accountId: 1, sessionId: 1, teamId: 1 };
const event = (id: number): LiveEvent => ({
  kind: 'submission.created',
  team_id: 1,
  submission: 'button',
  item_id: 5,
  id,
  at: '2026-11-21T08:14:07.000Z',
});

function liveEvents(): LiveEvents {
  const live = new LiveEvents({ endedSessions: async () => new Map(), log: { warn: () => {} } });
  onTestFinished(() => live.close());
  return live;
}

test('a client that does not read is dropped, and what waited for it with it; the others go on', async () => {
  const live = liveEvents();
  const slow = new Writable({ write: () => {} });
  const read: string[] = [];
  const quick = new Writable({
    write(chunk: Buffer, _encoding, done) {
      read.push(String(chunk));
      done();
    },
  });
  live.open(listener, slow, false);
  live.open({ ...listener, sessionId: 2 }, quick, false);
  for (let id = 1; id <= 1000; id += 1) live.publish(event(id));
  await expect.poll(() => slow.destroyed).toBe(true);
  expect(live.size).toBe(1);
  await expect.poll(() => read.length).toBe(1001);
  expect(read.at(-1)).toBe(`data: ${JSON.stringify(event(1000))}\n\n`);
});

test('publishing writes nothing in its own turn', async () => {
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
    false,
  );
  live.publish(event(1));
  expect(read).toHaveLength(1);
  await expect.poll(() => read.length).toBe(2);
});

test('closing ends every stream and takes no more', async () => {
  const live = liveEvents();
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  live.open(listener, sink, false);
  live.endStreams();
  expect(sink.writableEnded).toBe(true);
  expect(live.refusal(listener)).toBe('closing');
});
