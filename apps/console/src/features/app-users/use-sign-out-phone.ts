import type { AppUser } from '@callpoint/contract/app-users';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import type { Scope } from '../../list/scope.ts';
import { withName } from '../../display/with-name.tsx';
import { appUserTexts } from '../../texts/app-users.ts';
import { endPhoneSessions } from './app-users.api.ts';

/** Signs a user out of the app on the phone, after a confirmation. */
export function useSignOutPhone(scope: Scope): (user: Pick<AppUser, 'id' | 'name'>) => Promise<void> {
  return async ({ id, name }) => {
    const confirmed = await confirm({
      title: withName(appUserTexts.signOutAsk, name),
      children: withName(appUserTexts.signOutDescription, name),
      verb: appUserTexts.signOutVerb,
    });
    if (!confirmed) return;
    try {
      await endPhoneSessions(id, scope.base);
      alerts.success(appUserTexts.isSignedOut(name));
    } catch (error) {
      alerts.error(explainFailedAction(error));
    }
  };
}
