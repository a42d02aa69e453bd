import { useQueryClient } from '@tanstack/react-query';
import type { Deletion } from './delete-submission.tsx';
import type { WithIncident } from './open-incident.ts';

/**
 * Deletes a record after a confirmation, whose code loads when it is needed.
 * @param onDeleted called after the deletion; opens another page
 */
export function useDeleteSubmission(
  scope: Deletion['scope'],
  kind: Deletion['kind'],
  onDeleted: Deletion['onDeleted'],
): (row: { id: number } & WithIncident) => Promise<void> {
  const queries = useQueryClient();
  return async (row) => {
    const { confirmDeletion } = await import('./delete-submission.tsx');
    await confirmDeletion(row, { queries, scope, kind, onDeleted });
  };
}
