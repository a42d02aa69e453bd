import type { BulkResult } from '@callpoint/contract/bulk';
import { selectionTexts } from '../texts/selection.ts';
import { api } from './api.ts';
import { explainFailedAction } from './call-error.ts';

/** As in the contract, whose schemas are not loaded here. */
const MAX_ROWS = 100;
/** Rows that are named with the reason why they were not changed. */
const MOST_NAMES = 5;
/** Reasons that are shown; each row shows its own. */
const MOST_REASONS = 5;

type Base = '/api/v1' | '/tapi/v1';
export type BulkPath = `${Base}/${
  | 'bulkDelete/button_click'
  | 'bulkDelete/form_submission'
  | 'bulkDelete/app_user'
  | 'bulkDelete/plan'
  | 'bulkRestore/deleted'
  | 'bulkUpdate/app_user'
  | 'bulkUpdate/team'
  | 'bulkResend/delivery'}`;

/**
 * Changes any number of rows of one table, in calls of as many rows as one allows. Never throws: a failed call fails its
 * rows.
 */
export async function changeInParts(
  ids: readonly number[],
  change: (part: number[]) => Promise<BulkResult>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  for (let from = 0; from < ids.length; from += MAX_ROWS) {
    const part = ids.slice(from, from + MAX_ROWS);
    try {
      const { done, failed } = await change(part);
      result.done.push(...done);
      result.failed.push(...failed);
    } catch (error) {
      const msg = explainFailedAction(error).join(' ');
      result.failed.push(...part.map((id) => ({ id, msg })));
    }
  }
  return result;
}

/** The same by a bulk call. @param others the other fields of its body */
export function changeRows(path: BulkPath, ids: readonly number[], others: object = {}): Promise<BulkResult> {
  return changeInParts(ids, async (part) => (await api.post(path, { ids: part, ...others })).data);
}

type Action = { label: string; onSelect: () => void };
type Alerts = {
  success: (message: string, action?: Action) => void;
  error: (messages: readonly string[]) => void;
};

interface Report {
  /** Names the change: `18 deleted`. */
  doneText: (count: number) => string;
  /** A sentence about the changed rows: what they need next. */
  note?: string;
  nameOf: (id: number) => string;
  undo?: Action;
}

/** Shows the result: a success if no row failed; otherwise how many failed, and for each reason the rows. */
export function reportChanges(
  alerts: Alerts,
  { done, failed }: BulkResult,
  { doneText, note, nameOf, undo }: Report,
): void {
  const noteOf = note !== undefined && done.length > 0 ? [note] : [];
  if (failed.length === 0) {
    alerts.success([`${doneText(done.length)}.`, ...noteOf].join(' '), undo);
    return;
  }
  const reasons = Object.entries(Object.groupBy(failed, ({ msg }) => msg));
  alerts.error([
    [selectionTexts.partly(doneText(done.length), failed.length), ...noteOf].join(' '),
    ...reasons.slice(0, MOST_REASONS).map(([reason, rows = []]) =>
      selectionTexts.failedRows(
        rows.slice(0, MOST_NAMES).map(({ id }) => nameOf(id)),
        rows.length,
        reason,
      ),
    ),
    ...(reasons.length > MOST_REASONS ? [selectionTexts.moreReasons] : []),
  ]);
}
