import { ADMIN_ROUTES } from './routes/admin-routes.ts';
import { consoleRoutes } from './routes/console-routes.ts';
import { PHONE_ROUTES } from './routes/phone-routes.ts';
import type { RouteExample } from './routes/route-example.ts';
import { SIGN_IN_ROUTES } from './routes/sign-in-routes.ts';
import { TEAM_ROUTES } from './routes/team-routes.ts';

/** Every call of the service bases, for tests of all routes. */
export const ROUTES: readonly RouteExample[] = [
  ...SIGN_IN_ROUTES,
  ...consoleRoutes('/tapi/v1'),
  ...TEAM_ROUTES,
  ...consoleRoutes('/api/v1'),
  ...ADMIN_ROUTES,
  ...PHONE_ROUTES,
];
