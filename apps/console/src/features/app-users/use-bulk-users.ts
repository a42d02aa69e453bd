import type { AppUser } from '@callpoint/contract/app-users';
import type { Scope } from '../../list/scope.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { useBulkBlock } from '../../table/selection/use-bulk-block.tsx';
import type { BulkAction } from '../../table/table-types.ts';
import { appUserTexts } from '../../texts/app-users.ts';

/** The actions that block or unblock the selected users. */
export function useBulkUsers(scope: Scope): BulkAction<AppUser>[] {
  return useBulkBlock<AppUser>({
    path: `${scope.base}/bulkUpdate/app_user`,
    stale: APP_USERS,
    nameOf: ({ name }) => name,
    texts: {
      block: appUserTexts.block,
      unblock: appUserTexts.unblock,
      blockManyAsk: appUserTexts.blockManyAsk,
      blockManyDescription: appUserTexts.blockManyDescription,
      blockedMany: appUserTexts.blockedMany,
      unblockManyAsk: appUserTexts.unblockManyAsk,
      unblockManyDescription: appUserTexts.unblockManyDescription,
      unblockedMany: appUserTexts.unblockedMany,
    },
  });
}
