import type { BulkResult } from '@callpoint/contract/bulk';
import type { WithIncident } from '../open-incident.ts';
import { selectionTexts } from '../../../texts/selection.ts';

/** A selected record. Its key differs from its id in a list of both kinds: a press and a form can have the same id. */
export type SelectedRecord = { key: number; id: number; kind: 'button' | 'form' } & WithIncident;

const TABLES = { button: 'button_click', form: 'form_submission' } as const;
export type RecordTable = (typeof TABLES)[SelectedRecord['kind']];

/** Changes records of both kinds. The result names them by their keys. */
export async function changeRecords(
  records: readonly SelectedRecord[],
  change: (table: RecordTable, ids: readonly number[]) => Promise<BulkResult>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  for (const kind of ['button', 'form'] as const) {
    const keys = new Map(records.filter((one) => one.kind === kind).map(({ id, key }) => [id, key]));
    const { done, failed } = await change(TABLES[kind], [...keys.keys()]);
    result.done.push(...done.map((id) => keys.get(id) ?? id));
    result.failed.push(...failed.map(({ id, msg }) => ({ id: keys.get(id) ?? id, msg })));
  }
  return result;
}

/** Returns the names of records by their keys. */
export function recordNamer(records: readonly SelectedRecord[]): (key: number) => string {
  const ids = new Map(records.map(({ key, id }) => [key, id]));
  return (key) => selectionTexts.recordName(ids.get(key) ?? key);
}
