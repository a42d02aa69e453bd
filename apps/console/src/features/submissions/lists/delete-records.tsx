import type { BulkResult } from '@callpoint/contract/bulk';
import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { changeRows, reportChanges } from '../../../net/change-rows.ts';
import type { Scope } from '../../../list/scope.ts';
import { confirm } from '../../../overlay/confirm.ts';
import { alerts } from '../../../states/alerts.ts';
import { recordsTexts } from '../../../texts/records.ts';
import { selectionTexts } from '../../../texts/selection.ts';
import { tableTexts } from '../../../texts/table.ts';
import { hasOpenIncident } from '../open-incident.ts';
import { SUBMISSIONS } from '../submissions.api.ts';
import { changeRecords, recordNamer, type SelectedRecord } from './change-records.ts';

interface DeleteOptions {
  queries: QueryClient;
  scope: Scope;
  onDeleted: () => void | Promise<void>;
}

/** Deletes several records after one confirmation. */
export async function deleteRecords(
  rows: readonly SelectedRecord[],
  { queries, scope, onDeleted }: DeleteOptions,
): Promise<BulkResult | null> {
  const sure = await confirm({
    title: rows.length === 1 ? TEXTS.confirmDelete : selectionTexts.confirmDeleteMany(rows.length),
    children: recordsTexts.deleteDescription(rows.length, rows.filter(hasOpenIncident).length),
    verb: tableTexts.deleteVerb,
    dangerIcon: <IconTrash aria-hidden size={18} />,
  });
  if (!sure) return null;
  const result = await changeRecords(rows, (table, ids) =>
    changeRows(`${scope.base}/bulkDelete/${table}`, ids),
  );
  await queries.invalidateQueries({ queryKey: SUBMISSIONS });
  if (result.done.length > 0) await onDeleted();
  reportChanges(alerts, result, { doneText: selectionTexts.deletedRecords, nameOf: recordNamer(rows) });
  return result;
}
