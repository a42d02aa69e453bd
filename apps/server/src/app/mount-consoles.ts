import { alarmRoutes } from '../features/alarms/alarms.routes.ts';
import { appUserSessionRoutes } from '../features/app-users/app-user-sessions.routes.ts';
import { findPeople } from '../features/app-users/app-users.lists.ts';
import { appUserRoutes } from '../features/app-users/app-users.routes.ts';
import { configurationRoutes } from '../features/configuration/configuration.routes.ts';
import { deletedRoutes } from '../features/deleted/deleted.routes.ts';
import { findMessages } from '../features/deliveries/deliveries.lists.ts';
import { deliveryRoutes } from '../features/deliveries/deliveries.routes.ts';
import { findContacts } from '../features/find/find-contacts.ts';
import { findRoutes } from '../features/find/find.routes.ts';
import { imageRoutes } from '../features/images/images.routes.ts';
import { incidentExportRoutes } from '../features/incidents/export/export.routes.ts';
import { incidentRoutes } from '../features/incidents/incidents.routes.ts';
import { incidentMetricRoutes } from '../features/incidents/metrics.routes.ts';
import { liveEventRoutes } from '../features/live-events/live-events.routes.ts';
import { planRoutes } from '../features/plans/plans.routes.ts';
import { consolePushRoutes } from '../features/push/push.routes.ts';
import { reachabilityRoutes } from '../features/reachability/reachability.routes.ts';
import { savedFilterRoutes } from '../features/saved-filters/saved-filters.routes.ts';
import { sendingLimitRoutes } from '../features/sending-limits/sending-limits.routes.ts';
import { installLinkRoutes } from '../features/sessions/install-links.routes.ts';
import { ownPasswordRoutes } from '../features/sessions/own-password.routes.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { submissionExportRoutes } from '../features/submissions/export.routes.ts';
import { findRecords } from '../features/submissions/records.lists.ts';
import { recordRoutes } from '../features/submissions/records.routes.ts';
import { submissionRoutes } from '../features/submissions/submissions.routes.ts';
import { findSubscribers } from '../features/subscribers/subscribers.lists.ts';
import { subscriberRoutes } from '../features/subscribers/subscribers.routes.ts';
import { invoiceRoutes } from '../features/subscriptions/invoices.routes.ts';
import { subscriptionChangeRoutes } from '../features/subscriptions/subscription-changes.routes.ts';
import { subscriptionRoutes } from '../features/subscriptions/subscriptions.routes.ts';
import { versionRoutes } from '../features/versions/versions.routes.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** What the search of a console finds. */
const FINDERS = {
  people: findPeople,
  contacts: findContacts,
  records: findRecords,
  subscribers: findSubscribers,
  messages: findMessages,
};

/** Mounts the calls of both consoles: a subscriber's on its own rows, an administrator's on those of all. */
export async function mountConsoles(app: App, services: Services): Promise<void> {
  const service = services.payments;
  for (const prefix of ['/tapi/v1', '/api/v1'] as const) {
    await mount(app, prefix, (base) => {
      consolePushRoutes(base, services);
      ownPasswordRoutes(base, services);
      subscriberRoutes(base, services);
      sendingLimitRoutes(base, services);
      configurationRoutes(base, services);
      planRoutes(base, services);
      subscriptionRoutes(base);
      subscriptionChangeRoutes(base, { service });
      invoiceRoutes(base, { service });
      appUserRoutes(base, services);
      appUserSessionRoutes(base);
      installLinkRoutes(base, services);
      settingsRoutes(base, services);
      versionRoutes(base);
      submissionRoutes(base, services);
      submissionExportRoutes(base, services);
      recordRoutes(base, services);
      savedFilterRoutes(base, services);
      findRoutes(base, FINDERS);
      deliveryRoutes(base, services);
      alarmRoutes(base, services);
      incidentRoutes(base, services);
      incidentExportRoutes(base, services);
      incidentMetricRoutes(base, services);
      deletedRoutes(base, services);
      imageRoutes(base, services);
      liveEventRoutes(base, services);
      reachabilityRoutes(base, services);
    });
  }
}
