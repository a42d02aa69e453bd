import { newestLocationRoutes } from '../features/newest-location/newest-location.routes.ts';
import { respondRoutes } from '../features/respond/respond.routes.ts';
import { createLinkLimits, limitAccountCalls } from '../http/admission/rate-limit.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the pages that links in messages open, without a session. */
export async function mountLinks(app: App, services: Services): Promise<void> {
  await mount(app, '', async (base) => {
    await limitAccountCalls(base);
    newestLocationRoutes(base, services);
  });
  await mount(app, '', async (base) => {
    respondRoutes(base, { ...services, limits: await createLinkLimits(base) });
  });
}
