import { accountRoutes } from './console/account-routes.ts';
import { appUserRoutes } from './console/app-user-routes.ts';
import { incidentRoutes } from './console/incident-routes.ts';
import { recordRoutes } from './console/record-routes.ts';
import { resourceRoutes } from './console/resource-routes.ts';
import { settingsRoutes } from './console/settings-routes.ts';
import { subscriberRoutes } from './console/subscriber-routes.ts';
import { subscriptionRoutes } from './console/subscription-routes.ts';
import type { ConsoleBase } from './console/console-base.ts';
import type { RouteExample } from './route-example.ts';

/** The calls that both the team base and the main base have. */
export function consoleRoutes(base: ConsoleBase): RouteExample[] {
  return [
    ...accountRoutes(base),
    ...subscriberRoutes(base),
    ...settingsRoutes(base),
    ...resourceRoutes(base),
    ...subscriptionRoutes(base),
    ...appUserRoutes(base),
    ...recordRoutes(base),
    ...incidentRoutes(base),
  ];
}
