import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { writeDocument } from './pdf-queue.ts';

/** Parts of exported incidents: a document is written of any rows. The long one takes many seconds. */
const fileOf = (texts: number) =>
  ({
    incident_id: 1,
    exported_at: '2026-11-29T08:00:00.000Z',
    rows: [
      { kind: 'incident', data: { button: 'Lone Worker Emergency' } },
      ...Array.from({ length: texts }, (_, text) => ({
        kind: 'text',
        data: { text, subject: 'Help', body: 'क्षि'.repeat(1_250) },
      })),
    ],
  }) as unknown as IncidentFile;
const [LONG, SHORT] = [fileOf(2_000), fileOf(1)];

function documents() {
  const [raw, stopping] = [new EventEmitter(), new AbortController()];
  const reply = { raw } as unknown as FastifyReply;
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const create = (file: IncidentFile, key = 'team 1') =>
    writeDocument(key, reply, stopping.signal, async (_signal, write) => {
      resolve();
      return await write(file);
    });
  return { create, started, close: () => raw.emit('close'), stop: () => stopping.abort() };
}

test.each(['close', 'stop'] as const)('%s ends a document, and the next one is written', async (end) => {
  // The thread runs: it starts the next document at once.
  await documents().create(SHORT);
  const first = documents();
  const long = first.create(LONG);
  await first.started;
  const waiting = first.create(SHORT);
  first[end]();
  const ended = await Promise.allSettled([long, waiting]);
  expect(ended).toMatchObject([
    { status: 'rejected', reason: { status: 503 } },
    { status: 'rejected', reason: { status: 503 } },
  ]);
  const pdf = await documents().create(SHORT, 'team 2');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('an account has at most two documents in progress, and others wait for their turn', async () => {
  const { create, started, stop } = documents();
  const two = [create(LONG), create(LONG)];
  await started;
  await expect(create(SHORT)).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  const other = documents().create(SHORT, 'team 2');
  stop();
  expect(await Promise.allSettled(two)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect((await other).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a document of a connection that is closed already is not written', async () => {
  const reply = { raw: Object.assign(new EventEmitter(), { closed: true }) } as unknown as FastifyReply;
  const work = vi.fn<() => Promise<void>>();
  const written = writeDocument('team 1', reply, new AbortController().signal, work);
  await expect(written).rejects.toMatchObject({ status: 503 });
  expect(work).not.toHaveBeenCalled();
});

test('a document ends 30 seconds after its turn began, and the wait for a turn after 25', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
  const write = (key: string) =>
    // Like a query that does not end.
    writeDocument(key, reply, new AbortController().signal, () => new Promise<never>(() => {}));
  const [first, second] = await Promise.all([
    Promise.allSettled([write('team 1')]),
    Promise.allSettled([write('team 2')]),
    vi.advanceTimersByTimeAsync(30_000),
  ]);
  expect(first).toMatchObject([{ reason: { status: 503, retryAfter: 60 } }]);
  expect(second).toMatchObject([{ reason: { status: 503, retryAfter: 10 } }]);
});
