import { confirmEmailRoutes } from '../features/sessions/email-confirmation.routes.ts';
import { signInRoutes } from '../features/sessions/sessions.routes.ts';
import { signupRoutes } from '../features/subscribers/signup.routes.ts';
import { supportRoutes } from '../features/support/support.routes.ts';
import { limitAccountCalls } from '../http/admission/rate-limit.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the calls without a session: sign-in, sign-up, and the contact form. */
export async function mountAccounts(
  app: App,
  services: Services,
  { isSignUpOpen }: { isSignUpOpen: boolean },
): Promise<void> {
  await mount(app, '/sapi/v1', async (base) => {
    await limitAccountCalls(base);
    signInRoutes(base, services);
    supportRoutes(base, services);
    signupRoutes(base, { ...services, isOpen: isSignUpOpen });
    confirmEmailRoutes(base, services);
  });
}
