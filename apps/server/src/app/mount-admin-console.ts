import { accountRoutes } from '../features/account/account.routes.ts';
import { alarmRows } from '../features/alarms/alarms.lists.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { adminFrameRoutes } from '../features/frame/frame.routes.ts';
import { incidentRows } from '../features/incidents/incidents.lists.ts';
import { countNewItems } from '../features/overview/new-items.ts';
import { overviewRoutes } from '../features/overview/overview.routes.ts';
import { limitReleaseRoutes } from '../features/sending-limits/sending-limits.routes.ts';
import { paymentRoutes } from '../features/subscriptions/payments.routes.ts';
import { unpaidAccountRoutes } from '../features/subscriptions/unpaid-accounts.routes.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the calls that only administrators make. */
export async function mountAdminConsole(
  app: App,
  services: Services,
  { hasWebhookSecret }: { hasWebhookSecret: boolean },
): Promise<void> {
  const { platform, payments: service } = services;
  await mount(app, '/api/v1', (base) => {
    accountRoutes(base);
    adminFrameRoutes(base, {
      alarms: alarmRows,
      incidents: incidentRows,
      newItems: (query) => countNewItems(platform, query),
    });
    overviewRoutes(base, { ...services, service });
    unpaidAccountRoutes(base, { ...services, service });
    auditRoutes(base, services);
    limitReleaseRoutes(base, services);
    paymentRoutes(base, { ...services, hasWebhookSecret });
  });
}
