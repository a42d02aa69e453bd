import { accountCalls } from './account.ts';
import { alarmCalls } from './alarms.ts';
import { appUserImportCalls } from './app-user-import.ts';
import { appUserCalls } from './app-users.ts';
import { auditCalls } from './audit.ts';
import type { Base } from './bases.ts';
import { bulkCalls } from './bulk.ts';
import type { Call, InputOf } from './call.ts';
import { configurationCalls } from './configuration.ts';
import { deletedCalls } from './deleted.ts';
import { deliveryCalls } from './delivery-calls.ts';
import { emailConfirmationCalls } from './email-confirmation.ts';
import { escalationPreviewCalls } from './escalation-preview.ts';
import { exportCalls } from './exports.ts';
import { firstStepsCalls } from './first-steps.ts';
import { checkInCalls } from './check-ins.ts';
import { drillCalls } from './drills.ts';
import { incidentExportCalls } from './incident-exports.ts';
import { monthlyReportCalls } from './monthly-report.ts';
import { incidentMetricCalls } from './incident-metrics.ts';
import { incidentCalls } from './incident-calls.ts';
import { findCalls } from './find.ts';
import { frameCalls } from './frame.ts';
import { recordCalls } from './records.ts';
import { savedFilterCalls } from './saved-filters.ts';
import { invoiceCalls } from './invoices.ts';
import { installLinkCalls } from './install-links.ts';
import { imageCalls } from './images.ts';
import { liveEventCalls } from './live-events.ts';
import { notificationCalls } from './notifications.ts';
import { overduePaymentCalls } from './overdue-payment.ts';
import { overviewCalls } from './overview.ts';
import { ownSubmissionCalls } from './own-submissions.ts';
import { paymentCardCalls } from './payment-cards.ts';
import { paymentCalls } from './payments.ts';
import { phoneCalls } from './phone.ts';
import { planCalls } from './plans.ts';
import { purchaseCalls } from './purchases.ts';
import { pushCalls } from './push.ts';
import { reachabilityCalls } from './reachability.ts';
import { revenueCalls } from './revenue.ts';
import { sendingLimitCalls } from './sending-limits.ts';
import { ownPasswordCalls, signInCalls } from './sessions.ts';
import { settingsCalls } from './settings.ts';
import { supportCalls } from './support.ts';
import { submissionCalls } from './submission-calls.ts';
import { subscriberCalls } from './subscribers.ts';
import { subscriptionChangeCalls } from './subscription-changes.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { unpaidAccountCalls } from './unpaid-accounts.ts';
import { versionCalls } from './versions.ts';

/** The registry of calls: one line for each resource, in the order of the API page. */
const RESOURCE_CALLS = {
  signIn: signInCalls,
  support: supportCalls,
  emailConfirmation: emailConfirmationCalls,
  ownPassword: ownPasswordCalls,
  account: accountCalls,
  subscribers: subscriberCalls,
  sendingLimits: sendingLimitCalls,
  configuration: configurationCalls,
  plans: planCalls,
  subscriptions: subscriptionCalls,
  subscriptionChanges: subscriptionChangeCalls,
  payments: paymentCalls,
  purchases: purchaseCalls,
  invoices: invoiceCalls,
  paymentCards: paymentCardCalls,
  overduePayment: overduePaymentCalls,
  unpaidAccounts: unpaidAccountCalls,
  appUsers: appUserCalls,
  appUserImport: appUserImportCalls,
  settings: settingsCalls,
  versions: versionCalls,
  firstSteps: firstStepsCalls,
  submissions: submissionCalls,
  records: recordCalls,
  alarms: alarmCalls,
  incidents: incidentCalls,
  incidentExports: incidentExportCalls,
  incidentMetrics: incidentMetricCalls,
  monthlyReport: monthlyReportCalls,
  drills: drillCalls,
  checkIns: checkInCalls,
  deleted: deletedCalls,
  deliveries: deliveryCalls,
  exports: exportCalls,
  bulk: bulkCalls,
  find: findCalls,
  frame: frameCalls,
  savedFilters: savedFilterCalls,
  reachability: reachabilityCalls,
  notifications: notificationCalls,
  escalationPreview: escalationPreviewCalls,
  liveEvents: liveEventCalls,
  overview: overviewCalls,
  revenue: revenueCalls,
  audit: auditCalls,
  phone: phoneCalls,
  installLinks: installLinkCalls,
  push: pushCalls,
  ownSubmissions: ownSubmissionCalls,
  images: imageCalls,
};

/** Every declared call. */
export const CALLS: readonly Call[] = Object.values(RESOURCE_CALLS).flatMap((calls) => Object.values(calls));

/** The declaration of a method and path with its base, e.g. `GET`, `/tapi/v1/listPaged/plan`. */
export function findCall(method: string, fullPath: string): Call | undefined {
  return CALL_BY_PATH.get(`${method} ${fullPath}`);
}

const CALL_BY_PATH: ReadonlyMap<string, Call> = new Map(
  CALLS.flatMap((call) => call.bases.map((base) => [`${call.method} ${base}${call.path}`, call])),
);

/** The operationId of a call on a base, e.g. `apiListPlans`. */
export function operationId({ name }: Pick<Call, 'name'>, base: Base): string {
  return `${base.split('/')[1]}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

type ValueOf<Of> = Of extends unknown ? Of[keyof Of] : never;
type DeclaredCall = ValueOf<ValueOf<typeof RESOURCE_CALLS>>;
type CallsOf<Method extends Call['method']> = {
  [
    One in DeclaredCall as One['method'] extends Method ? `${One['bases'][number]}${One['path']}` : never
  ]: One;
};

/** The declarations by method and path with the base, for clients: types alone. */
export type Calls = { GET: CallsOf<'GET'>; POST: CallsOf<'POST'> };
export type GetPath = keyof Calls['GET'];
export type PostPath = keyof Calls['POST'];

type ParameterOf<Value> = string extends Value
  ? Value | number
  : Value extends `${infer Digits extends number}`
    ? Value | Digits
    : Value;
type Named<Fields> = {
  [Name in keyof Fields as string extends Name ? never : Name]: ParameterOf<Fields[Name]> | null;
};

/** The query that a client sends: numbers are written as digits, and null is left out. */
export type QueryOf<One> = One extends { query?: infer Query } ? Named<InputOf<NonNullable<Query>>> : never;

/** The body that a client sends. */
export type BodyOf<One> = One extends { body?: infer Body } ? InputOf<NonNullable<Body>> : never;

/** One message of an event stream. */
export type MessageOf<One> = One extends { message?: infer Message } ? InputOf<NonNullable<Message>> : never;

/** The JSON that a client receives. */
export type ResponseOf<One> = One extends Pick<Call, 'response'> ? InputOf<One['response']> : never;
