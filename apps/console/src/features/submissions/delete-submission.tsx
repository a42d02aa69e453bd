import type { QueryClient } from '@tanstack/react-query';
import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import type { Scope } from '../../list/scope.ts';
import { deleteSubmissionTexts as texts } from '../../texts/delete-submission.ts';
import { hasOpenIncident, type WithIncident } from './open-incident.ts';
import type { SubmissionKindSpec } from './submissions-call.ts';
import { deleteSubmission, SUBMISSIONS } from './submissions.api.ts';

export type Deletion = {
  queries: QueryClient;
  scope: Scope;
  kind: SubmissionKindSpec;
  onDeleted: () => void | Promise<void>;
};

/** Deletes a record after a confirmation. */
export async function confirmDeletion(
  row: { id: number } & WithIncident,
  { queries, scope, kind, onDeleted }: Deletion,
): Promise<void> {
  const { id } = row;
  const sure = await confirm({
    title: TEXTS.confirmDelete,
    children: texts.description(id, hasOpenIncident(row)),
    verb: texts.yes,
    dangerIcon: <IconTrash aria-hidden size={18} />,
  });
  if (!sure) return;
  try {
    await deleteSubmission(scope, kind, id);
  } catch (error) {
    alerts.error(explainFailedAction(error));
    return;
  }
  await queries.invalidateQueries({ queryKey: SUBMISSIONS });
  // The live event of the same deletion may have replaced that read by another one: it is waited for.
  await queries.refetchQueries({ queryKey: SUBMISSIONS, type: 'active' }, { cancelRefetch: false });
  await onDeleted();
  alerts.success(TEXTS.deleted);
}
