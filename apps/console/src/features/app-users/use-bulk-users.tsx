import type { AppUser } from '@callpoint/contract/app-users';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Scope } from '../../list/scope.ts';
import { changeRows, reportChanges } from '../../net/change-rows.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { confirm } from '../../overlay/confirm.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { alerts } from '../../states/alerts.ts';
import { useBulkBlock } from '../../table/selection/use-bulk-block.tsx';
import type { BulkAction } from '../../table/table-types.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { tableTexts } from '../../texts/table.ts';

/** The actions that block, unblock or delete the selected users. */
export function useBulkUsers(scope: Scope): BulkAction<AppUser>[] {
  const remove = useBulkDelete(scope);
  const block = useBulkBlock<AppUser>({
    path: `${scope.base}/bulkUpdate/app_user`,
    stale: APP_USERS,
    nameOf: ({ name }) => name,
    texts: {
      block: appUserTexts.block,
      unblock: appUserTexts.unblock,
      blockAsk: appUserTexts.blockAsk,
      blockManyAsk: appUserTexts.blockManyAsk,
      blockManyDescription: appUserTexts.blockManyDescription,
      blockedMany: appUserTexts.blockedMany,
      unblockAsk: appUserTexts.unblockAsk,
      unblockManyAsk: appUserTexts.unblockManyAsk,
      unblockManyDescription: appUserTexts.unblockManyDescription,
      unblockedMany: appUserTexts.unblockedMany,
      unblockedNote: appUserTexts.unblockedNote,
    },
  });
  return [...block, remove];
}

function useBulkDelete(scope: Scope): BulkAction<AppUser> {
  const queries = useQueryClient();
  const run = async (users: readonly AppUser[]) => {
    const [one] = users;
    const sure = await confirm({
      title:
        one && users.length === 1
          ? appUserTexts.deleteAsk(one.name)
          : appUserTexts.deleteManyAsk(users.length),
      children: appUserTexts.deleteManyDescription(users.length),
      verb: tableTexts.deleteVerb,
      dangerIcon: <IconTrash aria-hidden size={18} />,
    });
    if (!sure) return null;
    const result = await changeRows(
      `${scope.base}/bulkDelete/app_user`,
      users.map(({ id }) => id),
    );
    await queries.invalidateQueries({ queryKey: APP_USERS });
    const names = new Map(users.map(({ id, name }) => [id, name]));
    if (result.done.length > 0) focusPageTitle();
    reportChanges(alerts, result, {
      doneText: appUserTexts.deletedMany,
      nameOf: (id) => names.get(id) ?? String(id),
    });
    return result;
  };
  return { label: tableTexts.deleteVerb, icon: <IconTrash aria-hidden size={16} />, danger: true, run };
}
