import { alarmsQuery, type Alarm } from '@callpoint/contract/alarms';
import { frameCalls } from '@callpoint/contract/frame';
import {
  EXPECTED_INCIDENTS_QUERY,
  MAX_OPEN,
  MAX_URGENT,
  OPEN_ALARMS_QUERY,
  OPEN_INCIDENTS_QUERY,
  UNOPENED_QUERY,
} from '@callpoint/contract/frame-queries';
import { incidentList, type Incident } from '@callpoint/contract/incidents';
import type { OverduePayment } from '@callpoint/contract/overdue-payment';
import type { NewItems, NewItemsQuery } from '@callpoint/contract/overview';
import { listQuery } from '@callpoint/contract/paging';
import { buttonClicksQuery, type ButtonClick, type ItemSummary } from '@callpoint/contract/submissions';
import type { ListQuery } from '../../db/lists/list-query.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';

type Alarms = { alarms: ListQuery<Alarm> };

/** The reads of the features whose data the frame shows. */
type TeamParts = Alarms & {
  buttonClicks: ListQuery<ButtonClick>;
  incidents: ListQuery<Incident>;
  summary: (tenant: TenantDb, teamId: number) => Promise<ItemSummary[]>;
  overdue: (teamId: number) => Promise<OverduePayment | null>;
};

type AdminParts = Alarms & {
  incidents: ListQuery<Incident>;
  newItems: (query: NewItemsQuery) => Promise<NewItems>;
};

/** Query parameters are texts. */
const PER_PAGE = { per_page: String(MAX_URGENT) };
const OPEN_ALARMS = alarmsQuery.parse({ ...OPEN_ALARMS_QUERY, ...PER_PAGE });
const OPEN_INCIDENTS = listQuery(incidentList).parse({ ...OPEN_INCIDENTS_QUERY, per_page: String(MAX_OPEN) });
const EXPECTED_INCIDENTS = listQuery(incidentList).parse({
  ...EXPECTED_INCIDENTS_QUERY,
  per_page: String(MAX_OPEN),
});
const UNOPENED = buttonClicksQuery.parse({ ...UNOPENED_QUERY, ...PER_PAGE });

/** What the frame around a subscriber's screens shows, one part after the other. */
export function teamFrameRoutes(
  app: App,
  { alarms, buttonClicks, incidents, summary, overdue }: TeamParts,
): void {
  app.handle(frameCalls.team, async (request) => {
    const tenant = getTenantDb(request);
    const { id } = getCaller(request);
    const team = await tenant.find('team', id);
    if (!team) throw notFound();
    return {
      ok: true as const,
      data: {
        alarms: await tenant.page(alarms, OPEN_ALARMS),
        unopened: await tenant.page(buttonClicks, UNOPENED),
        incidents: await tenant.page(incidents, OPEN_INCIDENTS),
        submission_summary: { items: await summary(tenant, id) },
        overdue_payment: await overdue(id),
        account: { time_zone: team.time_zone, phone: team.phone },
      },
    };
  });
}

/** What the frame around an administrator's screens shows. */
export function adminFrameRoutes(app: App, { alarms, incidents, newItems }: AdminParts): void {
  app.handle(frameCalls.admin, async (request) => {
    const tenant = getTenantDb(request);
    const admin = await tenant.find('admin', getCaller(request).id);
    if (!admin) throw notFound();
    const account = { ...admin, should_change_password: admin.should_change_password === 1 };
    return {
      ok: true as const,
      data: {
        alarms: await tenant.page(alarms, OPEN_ALARMS),
        expected_incidents: await tenant.page(incidents, EXPECTED_INCIDENTS),
        account,
        new_items: await newItems(request.query),
      },
    };
  });
}
