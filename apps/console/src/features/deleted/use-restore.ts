import { useQueryClient } from '@tanstack/react-query';
import type { DeletedItem } from '@callpoint/contract/deleted';
import type { Scope } from '../../list/scope.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import { deletedTexts } from '../../texts/deleted.ts';
import { restoreDeleted } from './deleted.api.ts';

/** Restores an item after a confirmation. */
export function useRestore(base: Scope['base']): (item: DeletedItem) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id, kind, title }) => {
    const sure = await confirm({
      title: deletedTexts.restoreAsk(title),
      children: kind === 'app_user' ? deletedTexts.restoreUserDescription : deletedTexts.restoreDescription,
      verb: deletedTexts.restore,
    });
    if (!sure) return;
    try {
      await restoreDeleted(base, id);
      alerts.success(deletedTexts.restored(title));
    } catch (error) {
      alerts.error(getErrorMessages(error));
    }
    // Lists, counts and the record itself.
    await queries.invalidateQueries();
  };
}
