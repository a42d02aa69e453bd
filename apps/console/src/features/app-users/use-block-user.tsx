import { useQueryClient } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { isStale } from '../../net/optimistic-save.ts';
import type { Scope } from '../../list/scope.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { conflictTexts } from '../../texts/conflicts.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { updateAppUser } from './app-users.api.ts';

/** Blocks an active user or unblocks a blocked one, after a confirmation. */
export function useBlockUser(scope: Scope): (user: AppUser) => Promise<void> {
  const queries = useQueryClient();
  return async (user) => {
    const blocking = user.status === 1;
    if (!(await confirmAction(user, blocking))) return;
    try {
      await updateAppUser(user, { status: blocking ? 0 : 1 }, scope.base);
      alerts.success(blocking ? appUserTexts.isBlocked(user.name) : appUserTexts.isUnblocked(user.name));
    } catch (error) {
      alerts.error(isStale(error) ? conflictTexts.lookAgain(user.name) : getErrorMessages(error));
    }
    // Also after a failure: the row may be out of date.
    await queries.invalidateQueries({ queryKey: APP_USERS });
  };
}

function confirmAction({ name }: AppUser, blocking: boolean): Promise<boolean> {
  if (blocking) {
    return confirm({
      title: appUserTexts.blockAsk(name),
      children: appUserTexts.blockDescription(name),
      verb: appUserTexts.block,
      dangerIcon: <IconBan aria-hidden size={18} stroke={1.75} />,
    });
  }
  return confirm({
    title: appUserTexts.unblockAsk(name),
    children: appUserTexts.unblockDescription(name),
    verb: appUserTexts.unblock,
  });
}
