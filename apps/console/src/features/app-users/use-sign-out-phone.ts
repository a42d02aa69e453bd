import type { AppUser } from '@callpoint/contract/app-users';
import { alerts } from '../../feedback/alerts.ts';
import { confirm } from '../../feedback/confirm.ts';
import { messagesOf } from '../../lib/call-error.ts';
import type { Scope } from '../../lib/scope.ts';
import { appUserTexts } from '../../lib/texts/app-users.ts';
import { endPhoneSessions } from './app-users.api.ts';

/** Signs a user out of the app on the phone, after a confirmation. */
export function useSignOutPhone(scope: Scope): (user: Pick<AppUser, 'id' | 'name'>) => Promise<void> {
  return async ({ id, name }) => {
    const confirmed = await confirm({
      title: appUserTexts.signOutAsk(name),
      children: appUserTexts.signOutMeans(name),
      verb: appUserTexts.signOutVerb,
    });
    if (!confirmed) return;
    try {
      await endPhoneSessions(id, scope.base);
      alerts.success(appUserTexts.isSignedOut(name));
      window.scrollTo(0, 0);
    } catch (error) {
      alerts.error(messagesOf(error));
    }
  };
}
