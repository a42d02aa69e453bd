import type { IncidentFile } from '../../../incidents/timeline/export-chain.ts';
import { Slices } from '../../../scheduling/slices.ts';

/** An exported incident as JSON in UTF-8, one line for each row. Yields to presses: a file may have many megabytes. */
export async function createJson({ rows, count, hash, ...head }: IncidentFile): Promise<Buffer> {
  const slices = new Slices();
  const start = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const parts = [Buffer.from(`${start},\n  "rows": [`)];
  for (const row of rows) {
    parts.push(Buffer.from(`${row.n === 1 ? '' : ','}\n    ${JSON.stringify(row)}`));
    await slices.pause();
  }
  parts.push(Buffer.from(`\n  ],\n  "count": ${count},\n  "hash": ${JSON.stringify(hash)}\n}\n`));
  return Buffer.concat(parts);
}
