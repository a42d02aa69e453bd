import { expect, test } from 'vitest';
import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { createPdfInThread } from './pdf-threads.ts';

/** A part of an exported incident: a document is written of any rows. */
const FILE = {
  incident_id: 1,
  exported_at: '2026-11-29T08:00:00.000Z',
  rows: [
    { kind: 'incident', data: { button: 'Lone Worker Emergency' } },
    { kind: 'text', data: { text: 1, subject: 'Help', body: 'क्षि'.repeat(500) } },
  ],
} as unknown as IncidentFile;

test('the event loop serves others while a paragraph is laid out', async () => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  turn();
  const pdf = await createPdfInThread(FILE).finally(() => clearImmediate(next));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // In the same thread, there would be one.
  expect(turns).toBeGreaterThan(100);
});
