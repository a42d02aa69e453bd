import { fileURLToPath } from 'node:url';
import type { Base } from '@callpoint/contract/bases';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { DEFAULT_MAPS_URL, type MapTemplates } from '@callpoint/alerts/templates/maps';
import Fastify, { LogController, type FastifyBaseLogger, type RouteOptions } from 'fastify';
import type { Environment } from './delivery/channels/environment.ts';
import { AccountsDb } from './db/accounts.ts';
import { IncidentsDb } from './db/incidents.ts';
import { PaymentsDb } from './db/payments.ts';
import { PlatformDb } from './db/platform.ts';
import type { SecretValues } from './db/secret-values.ts';
import type { Db } from './db/tables.ts';
import type { ConfiguredChannels } from './delivery/channels/channel.ts';
import { openHooks, optOutNumber } from './delivery/channels/channels.ts';
import type { IncidentAnswers } from './delivery/channels/provider-hook.ts';
import { createHeldReleaser } from './delivery/queue/held/release-held.ts';
import { changePublisher } from './events/publish-changes.ts';
import type { ImageStore } from './images/image-store.ts';
import type { LiveEvents } from './events/live-events.ts';
import { alarmRows } from './features/alarms/alarms.lists.ts';
import { alarmRoutes } from './features/alarms/alarms.routes.ts';
import { appUserSessionRoutes } from './features/app-users/app-user-sessions.routes.ts';
import { appUserRoutes, findPeople } from './features/app-users/app-users.routes.ts';
import { appUserImportRoutes } from './features/app-users/import/import.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { checkInRoutes } from './features/check-ins/check-ins.routes.ts';
import { configurationRoutes } from './features/configuration/configuration.routes.ts';
import { deletedRoutes } from './features/deleted/deleted.routes.ts';
import { deliveryRoutes } from './features/deliveries/deliveries.routes.ts';
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts';
import { drillRoutes } from './features/drills/drills.routes.ts';
import { incidentExportRoutes } from './features/incidents/export/export.routes.ts';
import { incidentRows } from './features/incidents/incidents.lists.ts';
import { incidentMetricRoutes } from './features/incidents/metrics.routes.ts';
import { incidentRoutes } from './features/incidents/incidents.routes.ts';
import { monthlyReportRoutes } from './features/incidents/monthly-report.routes.ts';
import { reportSafeRoutes } from './features/incidents/report-safe.routes.ts';
import { imageRoutes, phoneImageRoutes } from './features/images/images.routes.ts';
import { liveEventRoutes, sendEventPosition } from './features/live-events/live-events.routes.ts';
import { countNewItems } from './features/overview/new-items.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { newestLocationRoutes } from './features/newest-location/newest-location.routes.ts';
import { overduePaymentRoutes, readOverdue } from './features/subscriptions/overdue-payment.routes.ts';
import { paymentRoutes } from './features/subscriptions/payments.routes.ts';
import { invoiceRoutes } from './features/subscriptions/invoices.routes.ts';
import { paymentCardRoutes } from './features/subscriptions/payment-cards.routes.ts';
import { purchaseRoutes } from './features/subscriptions/purchase.routes.ts';
import { subscriptionChangeRoutes } from './features/subscriptions/subscription-changes.routes.ts';
import { unpaidAccountRoutes } from './features/subscriptions/unpaid-accounts.routes.ts';
import { stripeHookRoutes } from './features/subscriptions/stripe-hook.routes.ts';
import { ownSubmissionRoutes } from './features/own-submissions/own-submissions.routes.ts';
import { createIncidentNotifier, createSafeNotifier } from './features/push/incident-notes.ts';
import { createAnsweredNotifier } from './features/push/answered-incidents.ts';
import { respondRoutes } from './features/respond/respond.routes.ts';
import { messageFollower } from './incidents/follow-messages.ts';
import { RecipientAnswers } from './incidents/recipient-answers.ts';
import { drillPresses } from './features/phone/drill-presses.ts';
import { phoneRoutes } from './features/phone/phone.routes.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import type { SendEmail } from './features/sessions/account-email.ts';
import {
  createConfirmationMailer,
  confirmEmailRoutes,
  sendConfirmationRoutes,
} from './features/sessions/email-confirmation.routes.ts';
import { installLinkRoutes } from './features/sessions/install-links.routes.ts';
import { ownPasswordRoutes } from './features/sessions/own-password.routes.ts';
import { phoneSignInRoutes } from './features/sessions/phone-sign-in.routes.ts';
import { signInRoutes } from './features/sessions/sessions.routes.ts';
import {
  consolePushRoutes,
  createOpenedNotifier,
  pushRoutes,
  type Push,
} from './features/push/push.routes.ts';
import { planRoutes } from './features/plans/plans.routes.ts';
import { reachabilityRoutes } from './features/reachability/reachability.routes.ts';
import { limitReleaseRoutes, sendingLimitRoutes } from './features/sending-limits/sending-limits.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { submissionExportRoutes } from './features/submissions/export.routes.ts';
import { findMessages } from './features/deliveries/deliveries.lists.ts';
import { findContacts } from './features/find/find-contacts.ts';
import { findRoutes } from './features/find/find.routes.ts';
import { adminFrameRoutes, teamFrameRoutes } from './features/frame/frame.routes.ts';
import { findRecords } from './features/submissions/records.lists.ts';
import { findSubscribers } from './features/subscribers/subscribers.lists.ts';
import { recordRoutes } from './features/submissions/records.routes.ts';
import { savedFilterRoutes } from './features/saved-filters/saved-filters.routes.ts';
import { submissionSummary } from './features/submissions/submission-summary.ts';
import { buttonClicks } from './features/submissions/submissions.lists.ts';
import { submissionRoutes } from './features/submissions/submissions.routes.ts';
import { versionRoutes } from './features/versions/versions.routes.ts';
import { providerHookRoutes } from './features/provider-hooks/provider-hooks.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { signupRoutes } from './features/subscribers/signup.routes.ts';
import { subscriberRoutes } from './features/subscribers/subscribers.routes.ts';
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts';
import { compressResponses } from './http/compression.ts';
import { apiDocs } from './http/api-docs.ts';
import { auditRejections } from './http/errors/audit-rejections.ts';
import { limitArrivalTime, MAX_ARRIVAL_TIME } from './http/arrival-time.ts';
import { createBackground } from './http/background.ts';
import { admitCallsOneByOne, limitCallsInFlight } from './http/admission/calls-in-flight.ts';
import { admitPresses } from './http/admission/press-admission.ts';
import { respondWhenDurable } from './http/durable-responses.ts';
import { closeConnectionsWhenIdle, rejectWhileClosing } from './http/closing.ts';
import { consoleFiles } from './http/pages/console-files.ts';
import { pagePolicies } from './http/pages/content-security.ts';
import { phoneFiles } from './http/pages/phone-files.ts';
import { csvResponses } from './http/csv/csv-responses.ts';
import { PaymentService } from './payments/service.ts';
import { rejectDroppedRequests } from './http/errors/dropped-connections.ts';
import { handleErrors, rejectMalformedUrls } from './http/errors/error-responses.ts';
import { Admission, countOncePerCall, countExpensiveCalls } from './http/admission/admission.ts';
import type { QuotaTable } from './http/admission/expensive-kinds.ts';
import type { InFlightLimits } from './http/admission/in-flight-limit.ts';
import { onSessionsRevoked, guardRoutes } from './http/auth/guard.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, jsonBodiesOnly } from './http/bodies/json-bodies.ts';
import { createLinkLimits, limitAccountCalls } from './http/admission/rate-limit.ts';
import { reportCalls, type FinishedCall } from './http/report-calls.ts';
import { traceCalls } from './http/trace-calls.ts';
import { requestIds, sendRequestIds } from './http/request-ids.ts';
import { withSchemas, type App } from './http/schemas.ts';
import { addSecurityHeaders, securityHeaders } from './http/pages/security-headers.ts';
import { findInvalidSessions } from './http/auth/session-tokens.ts';
import { rejectExpectations, rejectUnparsed, requireHost } from './http/errors/unparsed-requests.ts';

const PHONE_DIST = fileURLToPath(new URL('../../phone/dist', import.meta.url));
const CONSOLE_DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The dependencies of the server. */
export type AppDependencies = {
  db: Db;
  environment: Environment;
  log: FastifyBaseLogger;
  channels: ConfiguredChannels;
  /** Encrypts values that the database must not store as plain text. */
  secrets: SecretValues;
  /** Stores the content of uploaded images. */
  images: ImageStore;
  /** Publishes events to open consoles. */
  live: LiveEvents;
  /** Sends an email about an account; null if email is not configured. */
  sendEmail: SendEmail | null;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
  /** Whether this process can claim messages. */
  canClaim: () => boolean;
  /** Called after an answer that may make the next step of an incident due. */
  wakeEscalator: () => void;
  /** Push messages to phones; null: this server sends none. */
  push: Push;
  /** Replaces what records answers that arrive over a channel's provider, for tests. */
  incidentAnswers?: IncidentAnswers | undefined;
  /** Replaces the product's quotas, for tests and measurements. */
  quotas?: QuotaTable | undefined;
  /** Replaces the limits of presses before their authentication, for tests. */
  pressLimits?: InFlightLimits | undefined;
  /** The approximate delay before a call beyond a quota is rejected, in milliseconds; for tests. */
  slowRejections?: number | undefined;
  /** Called after each response, for the metrics. */
  onCall?: ((call: FinishedCall) => void) | undefined;
  /** Called with every route that is mounted. */
  onRoute?: (route: RouteOptions) => void;
};

/** Creates the server with all routes mounted; it does not listen yet. Closing it waits for the calls in flight. */
export async function buildApp({
  db,
  environment,
  log,
  channels,
  secrets,
  images,
  live,
  sendEmail,
  wakeDelivery,
  canClaim,
  wakeEscalator,
  push,
  incidentAnswers,
  quotas,
  pressLimits,
  slowRejections,
  onCall,
  onRoute,
}: AppDependencies) {
  const headers = securityHeaders(environment.publicUrl?.startsWith('https:') ?? false);
  const fastify = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT,
    logController: new LogController({
      disableRequestLogging: !['debug', 'trace'].includes(environment.logLevel),
    }),
    forceCloseConnections: 'idle',
    requestTimeout: MAX_ARRIVAL_TIME,
    trustProxy: environment.trustedProxies.length > 0 ? environment.trustedProxies : false,
    genReqId: requestIds(environment.trustedProxies.length > 0),
    return503OnClosing: false,
    http: { requireHostHeader: false, headersTimeout: 30_000 },
    frameworkErrors: rejectMalformedUrls(headers),
    clientErrorHandler: rejectUnparsed(headers),
    routerOptions: { maxParamLength: 200 },
  });
  const accounts = new AccountsDb(db);
  const platform = new PlatformDb(db);
  const background = createBackground(fastify.log);
  const maps = getMapUrls(environment);
  // While the server stops it no longer listens, but still finishes presses: their messages name the address.
  let origin = '';
  const publicUrl = () => environment.publicUrl ?? (origin ||= fastify.listeningOrigin);
  fastify.addHook('onListen', () => void publicUrl());

  addSecurityHeaders(fastify, headers);
  sendRequestIds(fastify);
  rejectDroppedRequests(fastify);
  rejectExpectations(fastify, headers);
  requireHost(fastify);
  limitArrivalTime(fastify);
  admitPresses(fastify, { headers, onCall, limits: pressLimits });
  traceCalls(fastify, environment.trustedProxies.length > 0);
  if (onRoute) fastify.addHook('onRoute', onRoute);
  if (onCall) reportCalls(fastify, onCall);
  closeConnectionsWhenIdle(fastify);
  rejectWhileClosing(fastify);
  fastify.addHook('preClose', async () => live.closeStreams());
  handleErrors(fastify, slowRejections);
  admitCallsOneByOne(fastify);
  jsonBodiesOnly(fastify);
  const admission = new Admission(quotas);
  const countOnce = countOncePerCall(admission);
  guardRoutes(fastify, db, async (request, read, kind) => {
    countOnce(request, kind);
    return await admission.run(request, read);
  });
  limitCallsInFlight(fastify);
  respondWhenDurable(fastify, db);
  countExpensiveCalls(fastify, admission);
  auditRejections(fastify, db, background);
  onSessionsRevoked(fastify, () => live.sessionsRevoked());
  sendEventPosition(fastify, live);
  const app = withSchemas(fastify);
  const isSessionInvalid = async (id: number) => (await findInvalidSessions(accounts, [id])).size > 0;
  const sendCsv = csvResponses(fastify, { admission, isSessionInvalid });

  await compressResponses(fastify);
  await apiDocs(fastify);
  const accountDependencies = { accounts, background, sendEmail, publicUrl };
  const sendConfirmation = createConfirmationMailer(accountDependencies);
  const onFirstOpened = createOpenedNotifier({ accounts, background, push });
  const release = createHeldReleaser({ db, live, wakeDelivery });
  await mount(app, '/sapi/v1', async (base) => {
    await limitAccountCalls(base);
    signInRoutes(base, accountDependencies);
    supportRoutes(base, { accounts, platform, sendEmail });
    signupRoutes(base, {
      accounts,
      isOpen: environment.signUp === 'open',
      smsCountries: environment.smsCountries,
      sendConfirmation,
    });
    confirmEmailRoutes(base, { accounts, release });
  });
  const { smsCountries } = environment;
  const smsFrom = optOutNumber(environment.channels);
  const onChange = messageFollower({ publish: changePublisher(live), wakeEscalator });
  const incidents = new IncidentsDb(db);
  const onIncident = createIncidentNotifier({ accounts, background, push });
  const onSafe = createSafeNotifier({ accounts, background, push });
  const onAnswered = createAnsweredNotifier({ incidents, accounts, background, push });
  const answers = new RecipientAnswers({
    incidents,
    live,
    channels,
    mapsUrl: maps.mapsUrl,
    wakeEscalator,
    wakeDelivery,
    onAnswered,
  });
  for (const own of openHooks(environment.channels)) {
    await mount(app, '/hooks', (base) =>
      providerHookRoutes(base, {
        ...own,
        platform,
        publicUrl,
        onChange,
        answers: incidentAnswers ?? answers,
      }),
    );
  }
  const { baseUrl, webhookSecret } = environment.payments;
  const service = new PaymentService({
    platform,
    payments: new PaymentsDb(db),
    secrets,
    provider: { baseUrl },
  });
  await mount(app, '/hooks', (base) => stripeHookRoutes(base, { service, webhookSecret }));
  for (const prefix of ['/tapi/v1', '/api/v1'] as const) {
    await mount(app, prefix, (base) => {
      consolePushRoutes(base, { accounts, push });
      ownPasswordRoutes(base, { accounts, sendsEmail: sendEmail !== null });
      subscriberRoutes(base, { accounts, smsCountries, sendConfirmation, sendCsv });
      sendingLimitRoutes(base, { platform });
      configurationRoutes(base, { secrets, smsCountries });
      planRoutes(base, { accounts, sendCsv });
      subscriptionRoutes(base, { service });
      subscriptionChangeRoutes(base, { service });
      invoiceRoutes(base, { service });
      appUserRoutes(base, { accounts, platform, smsFrom, smsCountries, sendCsv });
      appUserSessionRoutes(base);
      installLinkRoutes(base, accountDependencies);
      settingsRoutes(base, { smsCountries });
      versionRoutes(base);
      submissionRoutes(base, { live, onFirstOpened });
      submissionExportRoutes(base, { sendCsv });
      recordRoutes(base, { sendCsv });
      savedFilterRoutes(base, { accounts });
      findRoutes(base, {
        people: findPeople,
        contacts: findContacts,
        records: findRecords,
        subscribers: findSubscribers,
        messages: findMessages,
      });
      deliveryRoutes(base, { channels, wakeDelivery, sendCsv });
      alarmRoutes(base, { live });
      incidentRoutes(base, {
        platform,
        live,
        channels,
        mapsUrl: maps.mapsUrl,
        wakeEscalator,
        wakeDelivery,
        onAnswered,
      });
      incidentExportRoutes(base, { platform, admission });
      incidentMetricRoutes(base, { admission });
      deletedRoutes(base, { live });
      imageRoutes(base, { images });
      liveEventRoutes(base, { live });
      reachabilityRoutes(base, { platform, maps, channels, smsFrom, smsCountries, admission });
    });
  }
  await mount(app, '/tapi/v1', (base) => purchaseRoutes(base, { service }));
  await mount(app, '/tapi/v1', (base) => overduePaymentRoutes(base, { service }));
  await mount(app, '/tapi/v1', (base) =>
    teamFrameRoutes(base, {
      alarms: alarmRows,
      buttonClicks,
      incidents: incidentRows,
      summary: submissionSummary,
      overdue: (teamId) => readOverdue(service, teamId),
    }),
  );
  await mount(app, '/tapi/v1', (base) => paymentCardRoutes(base, { service }));
  const press = drillPresses({
    platform,
    maps,
    channels,
    smsFrom,
    smsCountries,
    publicUrl,
    hasPublicUrl: environment.publicUrl !== null,
    live,
    wakeDelivery,
    onIncident,
  });
  await mount(app, '/tapi/v1', (base) => drillRoutes(base, { press, live }));
  await mount(app, '/tapi/v1', monthlyReportRoutes);
  await mount(app, '/tapi/v1', firstStepsRoutes);
  await mount(app, '/tapi/v1', (base) => appUserImportRoutes(base, { accounts, smsCountries }));
  await mount(app, '/tapi/v1', (base) => sendConfirmationRoutes(base, accountDependencies));
  await mount(app, '/api/v1', (base) => {
    accountRoutes(base);
    adminFrameRoutes(base, {
      alarms: alarmRows,
      newItems: (query) => countNewItems(platform, query),
    });
    overviewRoutes(base, { platform, channels, service });
    unpaidAccountRoutes(base, { service, sendsEmail: sendEmail !== null });
    auditRoutes(base, { sendCsv });
    limitReleaseRoutes(base, { release });
    paymentRoutes(base, {
      platform,
      secrets,
      provider: { baseUrl },
      hasWebhookSecret: webhookSecret !== null,
    });
  });
  await mount(app, '/tapi/v1', (base) =>
    notificationRoutes(base, {
      accounts,
      incidents,
      platform,
      maps,
      channels,
      smsFrom,
      smsCountries,
      publicUrl,
      wakeDelivery,
      admission,
    }),
  );
  // Sign-ins are limited for each network, presses are not.
  await mount(app, '/mapi/v1', async (base) => {
    await limitAccountCalls(base);
    phoneSignInRoutes(base, accountDependencies);
  });
  await mount(app, '/mapi/v1', (base) => {
    pushRoutes(base, { accounts, push });
    phoneRoutes(base, {
      platform,
      maps,
      channels,
      live,
      smsFrom,
      smsCountries,
      publicUrl,
      hasPublicUrl: environment.publicUrl !== null,
      wakeDelivery,
      onIncident,
      admission,
      pushKey: push?.publicKey ?? null,
    });
    ownSubmissionRoutes(base, { platform, live });
    reportSafeRoutes(base, { channels, live, wakeDelivery, onSafe });
    checkInRoutes(base, { platform });
  });
  await mount(app, '', async (base) => {
    await limitAccountCalls(base);
    newestLocationRoutes(base, { platform, mapsUrl: maps.mapsUrl });
  });
  await mount(app, '', async (base) => {
    const limits = await createLinkLimits(base);
    respondRoutes(base, { incidents, answers, live, onAnswered, mapsUrl: maps.mapsUrl, limits });
  });

  await mount(app, '/mapi/v1', (base) => phoneImageRoutes(base, { platform, images }));

  healthRoutes(fastify, db, canClaim);
  const { signUp, avatarServiceUrl, mapTiles } = environment;
  await consoleFiles(fastify, {
    dist: CONSOLE_DIST,
    config: {
      signUp,
      avatarServiceUrl,
      smsCountries,
      mapTiles,
      unconfigured: CHANNELS.filter((channel) => !channels[channel]),
      ...maps,
    },
    policies: pagePolicies(imageOrigins(environment)),
  });
  await phoneFiles(fastify, PHONE_DIST);
  fastify.addHook('onClose', () => background.stop());
  await fastify.ready();
  return fastify;
}

/** Without a name, fastify searches all loaded modules for the name of a plugin. */
const PLUGIN_NAME = Symbol.for('fastify.display-name');

/** Mounts features on a service base, webhooks of providers, or pages without a base. */
async function mount(
  app: App,
  prefix: Base | '/hooks' | '',
  features: (base: App) => void | Promise<void>,
): Promise<void> {
  const plugin = async (base: App) => features(base);
  await app.register(Object.assign(plugin, { [PLUGIN_NAME]: `features of ${prefix}` }), { prefix });
}

/** The URLs that show a location on a map. */
export function getMapUrls({ maps }: Environment): MapTemplates {
  return { mapsUrl: maps.mapsUrl ?? DEFAULT_MAPS_URL, mapImageUrl: maps.mapImageUrl };
}

/** The origins of images on our pages. */
function imageOrigins({ avatarServiceUrl, maps, mapTiles }: Environment): string[] {
  return [avatarServiceUrl, maps.mapImageUrl, mapTiles?.url].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  );
}
