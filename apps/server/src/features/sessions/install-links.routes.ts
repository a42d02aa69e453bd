import { installLinkCalls } from '@callpoint/contract/install-links';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/api/schemas.ts';
import { createInstallLink, sendInstallNotice } from './install-links.ts';
import type { SignInDependencies } from './sign-in.ts';

/** Creating install links, for those who manage app users. It is as sensitive as setting a password. */
export function installLinkRoutes(
  app: App,
  { background, sendEmail, publicUrl }: Omit<SignInDependencies, 'accounts'>,
): void {
  app.handle(
    installLinkCalls.create,
    async (request, reply) => {
      const caller = getCaller(request);
      requireRecentAuthentication(caller);
      const created = await createInstallLink(getTenantDb(request), caller, request.body.id, publicUrl());
      if (sendEmail) {
        background.run('notifying an app user of an install link', (stopping) =>
          sendInstallNotice(sendEmail, created, stopping),
        );
      }
      void reply.header('cache-control', 'no-store');
      const emailed_to = sendEmail ? created.user.email : null;
      return { ok: true as const, msg: 'Link created.', data: { ...created.link, emailed_to } };
    },
    { expensive: 'install' },
  );
}
