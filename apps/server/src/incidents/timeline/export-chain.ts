import { chainHash } from './event-chain.ts';

/** The rows of an exported incident: each has the hash of the row before it, and its own. */

export const EXPORT_FORMAT = 'callpoint-incident-1';

export type ExportEntry = { kind: string; data: Readonly<Record<string, unknown>> };
export type ExportRow = ExportEntry & { n: number; previous: string | null; hash: string };

export type IncidentFile = {
  /** Always `EXPORT_FORMAT` in a file of this version. */
  format: string;
  incident_id: number;
  exported_at: string;
  rows: ExportRow[];
  /** The number of rows, and the hash of the last one. */
  count: number;
  hash: string;
};

/** The hash of a row: over the hash of the row before it, its number, its kind and its data. */
export function rowHash({ n, kind, data, previous }: Omit<ExportRow, 'hash'>): string {
  return chainHash(previous, { n, kind, data });
}

/** Numbers entries from 1 and chains them. */
export class RowChain {
  readonly rows: ExportRow[] = [];

  add({ kind, data }: ExportEntry): void {
    const row = { n: this.rows.length + 1, kind, data, previous: this.rows.at(-1)?.hash ?? null };
    this.rows.push({ ...row, hash: rowHash(row) });
  }
}
