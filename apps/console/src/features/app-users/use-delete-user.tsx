import { useQueryClient } from '@tanstack/react-query';
import type { AppUser } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { IconTrash } from '@tabler/icons-react';
import type { Scope } from '../../list/scope.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import { withName } from '../../display/with-name.tsx';
import { appUserTexts } from '../../texts/app-users.ts';
import { deleteAppUser } from './app-users.api.ts';

/**
 * Deletes an app user after a confirmation.
 * @param onDeleted called after the deletion; opens another page
 */
export function useDeleteUser(
  scope: Scope,
  onDeleted: () => void | Promise<void> = () => {},
): (user: AppUser) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id, name }) => {
    const sure = await confirm({
      title: withName(appUserTexts.deleteAsk, name),
      children: withName(appUserTexts.deleteDescription, name),
      verb: appUserTexts.deleteUser,
      dangerIcon: <IconTrash aria-hidden size={18} />,
    });
    if (!sure) return;
    try {
      await deleteAppUser(id, scope.base);
    } catch (error) {
      alerts.error(explainFailedAction(error));
      return;
    }
    await onDeleted();
    await queries.invalidateQueries({ queryKey: APP_USERS });
    alerts.success(TEXTS.deleted);
  };
}
