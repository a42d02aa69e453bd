import { useQueryClient } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { isStale } from '../../net/optimistic-save.ts';
import type { Scope } from '../../list/scope.ts';
import { withName } from '../../display/with-name.tsx';
import { appUserTexts } from '../../texts/app-users.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import { conflictTexts } from '../../texts/conflicts.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { updateAppUser } from './app-users.api.ts';

/** Blocks an active user or unblocks a blocked one, after a confirmation. The message offers to undo it. */
export function useBlockUser(scope: Scope): (user: AppUser) => Promise<boolean> {
  const queries = useQueryClient();
  const setStatus = async (
    user: Pick<AppUser, 'id' | 'name' | 'updated_at'>,
    status: 0 | 1,
    isUndo: boolean,
  ) => {
    let isDone = false;
    try {
      const { updated_at } = await updateAppUser(user, { status }, scope.base);
      const undo = () => void setStatus({ ...user, updated_at }, status === 0 ? 1 : 0, true);
      alerts.success(
        (status === 0 ? appUserTexts.isBlocked : appUserTexts.isUnblocked)(user.name),
        isUndo ? undefined : { label: feedbackTexts.undo, onSelect: undo },
      );
      isDone = true;
    } catch (error) {
      alerts.error(isStale(error) ? conflictTexts.lookAgain(user.name) : explainFailedAction(error));
    }
    // Also after a failure: the row may be out of date.
    await queries.invalidateQueries({ queryKey: APP_USERS });
    return isDone;
  };
  return async (user) => {
    const blocking = user.status === 1;
    if (!(await confirmAction(user, blocking))) return false;
    return await setStatus(user, blocking ? 0 : 1, false);
  };
}

function confirmAction({ name }: AppUser, blocking: boolean): Promise<boolean> {
  if (blocking) {
    return confirm({
      title: withName(appUserTexts.blockAsk, name),
      children: withName(appUserTexts.blockDescription, name),
      verb: appUserTexts.block,
      dangerIcon: <IconBan aria-hidden size={18} />,
    });
  }
  return confirm({
    title: withName(appUserTexts.unblockAsk, name),
    children: withName(appUserTexts.unblockDescription, name),
    verb: appUserTexts.unblock,
  });
}
