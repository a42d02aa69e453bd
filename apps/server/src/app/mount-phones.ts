import { checkInRoutes } from '../features/check-ins/check-ins.routes.ts';
import { phoneImageRoutes } from '../features/images/images.routes.ts';
import { reportSafeRoutes } from '../features/incidents/report-safe.routes.ts';
import { ownSubmissionRoutes } from '../features/own-submissions/own-submissions.routes.ts';
import { phoneRoutes } from '../features/phone/phone.routes.ts';
import { pushRoutes } from '../features/push/push.routes.ts';
import { phoneSignInRoutes } from '../features/sessions/phone-sign-in.routes.ts';
import { limitAccountCalls } from '../http/admission/rate-limit.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the calls of the phone app. Sign-ins are limited for each network, presses are not. */
export async function mountPhones(app: App, services: Services): Promise<void> {
  await mount(app, '/mapi/v1', async (base) => {
    await limitAccountCalls(base);
    phoneSignInRoutes(base, services);
  });
  await mount(app, '/mapi/v1', (base) => {
    pushRoutes(base, services);
    phoneRoutes(base, { ...services, pushKey: services.push?.publicKey ?? null });
    ownSubmissionRoutes(base, services);
    reportSafeRoutes(base, services);
    checkInRoutes(base, services);
  });
  // In a part of their own: they accept other bodies.
  await mount(app, '/mapi/v1', (base) => phoneImageRoutes(base, services));
}
