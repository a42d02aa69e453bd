import { alarmRows } from '../features/alarms/alarms.lists.ts';
import { appUserImportRoutes } from '../features/app-users/import/import.routes.ts';
import { drillRoutes } from '../features/drills/drills.routes.ts';
import { firstStepsRoutes } from '../features/first-steps/first-steps.routes.ts';
import { teamFrameRoutes } from '../features/frame/frame.routes.ts';
import { incidentRows } from '../features/incidents/incidents.lists.ts';
import { monthlyReportRoutes } from '../features/incidents/monthly-report.routes.ts';
import { notificationRoutes } from '../features/notifications/notifications.routes.ts';
import { drillPresses } from '../features/phone/drill-presses.ts';
import { sendConfirmationRoutes } from '../features/sessions/email-confirmation.routes.ts';
import { submissionSummary } from '../features/submissions/submission-summary.ts';
import { buttonClicks } from '../features/submissions/submissions.lists.ts';
import { overduePaymentRoutes, readOverdue } from '../features/subscriptions/overdue-payment.routes.ts';
import { paymentCardRoutes } from '../features/subscriptions/payment-cards.routes.ts';
import { purchaseRoutes } from '../features/subscriptions/purchase.routes.ts';
import type { App } from '../http/api/schemas.ts';
import { mount } from './mount.ts';
import type { Services } from './services.ts';

/** Mounts the calls that only subscribers make. */
export async function mountTeamConsole(app: App, services: Services): Promise<void> {
  const service = services.payments;
  const press = drillPresses(services);
  await mount(app, '/tapi/v1', (base) => {
    purchaseRoutes(base, { service });
    overduePaymentRoutes(base, { service });
    teamFrameRoutes(base, {
      alarms: alarmRows,
      buttonClicks,
      incidents: incidentRows,
      summary: submissionSummary,
      overdue: (teamId) => readOverdue(service, teamId),
    });
    paymentCardRoutes(base, { service });
    drillRoutes(base, { press, live: services.live });
    monthlyReportRoutes(base);
    firstStepsRoutes(base);
    appUserImportRoutes(base, services);
    sendConfirmationRoutes(base, services);
    notificationRoutes(base, services);
  });
}
