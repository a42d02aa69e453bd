import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeletedItem } from '@callpoint/contract/deleted';
import type { Scope } from '../../list/scope.ts';
import { CallError, explainFailedAction } from '../../net/call-error.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import { withName } from '../../display/with-name.tsx';
import { deletedTexts } from '../../texts/deleted.ts';
import { restoreDeleted } from './deleted.api.ts';

/** Why the last attempt to restore an item failed. */
export interface FailedRestore {
  itemId: number;
  messages: readonly string[];
}

/** Restores an item. A user regains access with it: this is confirmed first. */
export function useRestore(base: Scope['base']) {
  const queries = useQueryClient();
  const [failed, setFailed] = useState<FailedRestore | null>(null);
  const restore = async ({ id, kind, title }: DeletedItem): Promise<void> => {
    const sure =
      kind !== 'app_user' ||
      (await confirm({
        title: withName(deletedTexts.restoreAsk, title),
        children: deletedTexts.restoreUserDescription,
        verb: deletedTexts.restore,
      }));
    if (!sure) return;
    setFailed(null);
    try {
      await restoreDeleted(base, id);
      alerts.success(deletedTexts.restored(title));
    } catch (error) {
      const messages = explainFailedAction(error);
      // Someone else has restored it: its row disappears.
      if (error instanceof CallError && error.status === 404) alerts.error(messages);
      else setFailed({ itemId: id, messages });
    }
    // Lists, counts and the record itself.
    await queries.invalidateQueries();
  };
  return { restore, failed };
}
