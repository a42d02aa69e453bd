import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
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
    writeDocument(key, reply, stopping.signal, async (write) => {
      resolve();
      return await write(file);
    });
  return { create, started, close: () => raw.emit('close'), stop: () => stopping.abort() };
}

test.each(['close', 'stop'] as const)('%s ends a document, and the next one is written', async (end) => {
  const first = documents();
  const long = first.create(LONG);
  await first.started;
  const waiting = first.create(SHORT);
  first[end]();
  const ended = await Promise.allSettled([long, waiting]);
  expect(
    ended.map(({ status, reason }: { status: string; reason?: { status: number } }) => [
      status,
      reason?.status,
    ]),
  ).toEqual([
    ['rejected', 503],
    ['rejected', 503],
  ]);
  const pdf = await documents().create(SHORT, 'team 2');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('an account has at most two documents in progress, and others are not rejected for it', async () => {
  const { create, started, stop } = documents();
  const two = [create(LONG), create(LONG)];
  await started;
  await expect(create(SHORT)).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  const other = create(SHORT, 'team 2');
  stop();
  expect((await Promise.allSettled([...two, other])).every(({ status }) => status === 'rejected')).toBe(true);
});
