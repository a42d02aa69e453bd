import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { changeRows, reportChanges } from '../../../net/change-rows.ts';
import type { Scope } from '../../../list/scope.ts';
import { confirm } from '../../../overlay/confirm.ts';
import { alerts } from '../../../states/alerts.ts';
import { recordsTexts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { tableTexts } from '../../../texts/table.ts';
import { SUBMISSIONS } from '../submissions.api.ts';

type Row = { id: number; kind: 'button' | 'form' };

interface DeleteOptions {
  queries: QueryClient;
  scope: Scope;
  onDeleted: () => void | Promise<void>;
}

/** Deletes several records after one confirmation. Resolves to true when they are deleted, or some of them. */
export async function deleteRecords(
  rows: readonly Row[],
  { queries, scope, onDeleted }: DeleteOptions,
): Promise<boolean> {
  const sure = await confirm({
    title: rows.length === 1 ? TEXTS.confirmDelete : tableTexts.confirmDeleteMany(rows.length),
    children: recordsTexts.deleteDescription(rows.length),
    verb: tableTexts.deleteVerb,
    dangerIcon: <IconTrash aria-hidden size={18} />,
  });
  if (!sure) return false;
  const idsOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const result = await changeRows([
    [`${scope.base}/bulkDelete/button_click`, idsOf('button'), {}],
    [`${scope.base}/bulkDelete/form_submission`, idsOf('form'), {}],
  ]);
  await queries.invalidateQueries({ queryKey: SUBMISSIONS });
  if (result.done.length > 0) await onDeleted();
  reportChanges(alerts, result, { doneText: tableTexts.deletedMany, nameOf: submissionTexts.record });
  return result.done.length > 0;
}
