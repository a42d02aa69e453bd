import { useQueryClient } from '@tanstack/react-query';
import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import { alerts } from '../../feedback/alerts.ts';
import { confirm } from '../../feedback/confirm.ts';
import { focusPageTitle } from '../../feedback/page-title.ts';
import { messagesOf } from '../../lib/call-error.ts';
import { submissionTexts } from '../../lib/texts/submissions.ts';
import { deleteSubmission, SUBMISSIONS, type SubmissionKind } from './submissions.api.ts';

/** Deletes a record after asking. */
export function useDeleteSubmission(
  kind: SubmissionKind,
  onGone: () => void,
): (row: { id: number }) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id }) => {
    const sure = await confirm({
      title: TEXTS.confirmDelete,
      children: submissionTexts.deleteMeans(id),
      verb: submissionTexts.deleteYes,
      dangerIcon: <IconTrash aria-hidden size={18} stroke={1.75} />,
    });
    if (!sure) return;
    try {
      await deleteSubmission(kind, id);
    } catch (error) {
      alerts.error(messagesOf(error));
      return;
    }
    await queries.invalidateQueries({ queryKey: SUBMISSIONS });
    onGone();
    focusPageTitle();
    alerts.success(TEXTS.deleted);
  };
}
