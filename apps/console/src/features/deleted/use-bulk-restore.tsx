import type { DeletedItem } from '@callpoint/contract/deleted';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Scope } from '../../list/scope.ts';
import { changeRows, reportChanges } from '../../net/change-rows.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { alerts } from '../../states/alerts.ts';
import type { BulkAction } from '../../table/table-types.ts';
import { deletedTexts as texts } from '../../texts/deleted.ts';

/** The action that restores the selected items after a confirmation. */
export function useBulkRestore(base: Scope['base']): BulkAction<DeletedItem> {
  const queries = useQueryClient();
  const run = async (items: readonly DeletedItem[]) => {
    const hasUsers = items.some(({ kind }) => kind === 'app_user');
    const sure = await confirm({
      title: texts.restoreManyAsk(items.length),
      children: hasUsers ? texts.restoreUsersDescription : texts.restoreManyDescription,
      verb: texts.restore,
    });
    if (!sure) return null;
    const result = await changeRows(
      `${base}/bulkRestore/deleted`,
      items.map(({ id }) => id),
    );
    // Lists, counts and the records themselves.
    await queries.invalidateQueries();
    const titles = new Map(items.map((item) => [item.id, titleOf(item)]));
    if (result.done.length > 0) focusPageTitle();
    reportChanges(alerts, result, {
      doneText: texts.restoredMany,
      nameOf: (id) => titles.get(id) ?? String(id),
    });
    return result;
  };
  return { label: texts.restore, icon: <IconArrowBackUp aria-hidden size={16} />, run };
}

/** The name of an item. */
export function titleOf({ title }: DeletedItem): string {
  return title || texts.nameless;
}
