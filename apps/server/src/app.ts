import { fileURLToPath } from 'node:url';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import Fastify, { LogController } from 'fastify';
import type { Environment } from './delivery/channels/environment.ts';
import { getDialect } from './db/dialect.ts';
import { AccountsDb } from './db/handles/accounts.ts';
import { sendEventPosition } from './features/live-events/live-events.routes.ts';
import { compressResponses } from './http/responses/compression.ts';
import { apiDocs } from './http/api/api-docs.ts';
import { auditRejections } from './http/errors/audit-rejections.ts';
import { limitArrivalTime, MAX_ARRIVAL_TIME } from './http/connections/arrival-time.ts';
import { createBackground } from './http/background.ts';
import { admitCallsOneByOne, limitCallsInFlight } from './http/admission/calls-in-flight.ts';
import { admitPresses } from './http/admission/press-admission.ts';
import { respondWhenDurable } from './http/responses/durable-responses.ts';
import { announceStops } from './http/connections/announced-stop.ts';
import { closeConnectionsWhenIdle, rejectWhileClosing } from './http/connections/closing.ts';
import { consoleFiles } from './http/pages/console-files.ts';
import { pagePolicies } from './http/pages/content-security.ts';
import { phoneFiles } from './http/pages/phone-files.ts';
import { csvResponses } from './http/csv/csv-responses.ts';
import { rejectDroppedRequests } from './http/errors/dropped-connections.ts';
import { handleErrors, rejectMalformedUrls } from './http/errors/error-responses.ts';
import { Admission, countOncePerCall, countExpensiveCalls } from './http/admission/admission.ts';
import { onSessionsRevoked, guardRoutes } from './http/auth/guard.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, jsonBodiesOnly } from './http/bodies/json-bodies.ts';
import { reportCalls } from './http/logging/report-calls.ts';
import { traceCalls } from './http/logging/trace-calls.ts';
import { requestIds, sendRequestIds } from './http/logging/request-ids.ts';
import { withSchemas } from './http/api/schemas.ts';
import { addSecurityHeaders, securityHeaders } from './http/pages/security-headers.ts';
import { limitPipelinedRequests } from './http/connections/pipelined-requests.ts';
import { disconnectSlowReaders } from './http/connections/slow-readers.ts';
import { findInvalidSessions } from './http/auth/session-tokens.ts';
import { rejectExpectations, rejectUnparsed, requireHost } from './http/errors/unparsed-requests.ts';
import type { AppDependencies } from './app/dependencies.ts';
import { mountAccounts } from './app/mount-accounts.ts';
import { mountAdminConsole } from './app/mount-admin-console.ts';
import { mountConsoles } from './app/mount-consoles.ts';
import { mountHooks } from './app/mount-hooks.ts';
import { mountLinks } from './app/mount-links.ts';
import { mountPhones } from './app/mount-phones.ts';
import { mountTeamConsole } from './app/mount-team-console.ts';
import { createServices } from './app/services.ts';

const PHONE_DIST = fileURLToPath(new URL('../../phone/dist', import.meta.url));
const CONSOLE_DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Creates the server with all routes mounted; it does not listen yet. Closing it waits for the calls in flight. */
export async function buildApp(dependencies: AppDependencies) {
  const { db, environment, channels, live, onCall, onRoute } = dependencies;
  const headers = securityHeaders(environment.publicUrl?.startsWith('https:') ?? false);
  const fastify = Fastify({
    loggerInstance: dependencies.log,
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
  const background = createBackground(fastify.log);
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
  limitPipelinedRequests(fastify);
  disconnectSlowReaders(fastify, dependencies.slowReader);
  const { queriesWait } = getDialect(db);
  admitPresses(fastify, { headers, onCall, queriesWait, limits: dependencies.pressLimits });
  traceCalls(fastify, environment.trustedProxies.length > 0);
  if (onRoute) fastify.addHook('onRoute', onRoute);
  if (onCall) reportCalls(fastify, onCall);
  announceStops(fastify);
  closeConnectionsWhenIdle(fastify);
  rejectWhileClosing(fastify);
  fastify.addHook('preClose', async () => live.closeStreams());
  handleErrors(fastify, dependencies.slowRejections);
  admitCallsOneByOne(fastify);
  jsonBodiesOnly(fastify);
  const admission = new Admission(dependencies.quotas);
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
  const services = createServices(dependencies, { background, publicUrl, admission, sendCsv });
  const hasWebhookSecret = environment.payments.webhookSecret !== null;
  await mountAccounts(app, services, { isSignUpOpen: environment.signUp === 'open' });
  await mountHooks(app, services, environment, dependencies.incidentAnswers ?? services.answers);
  await mountConsoles(app, services);
  await mountTeamConsole(app, services);
  await mountAdminConsole(app, services, { hasWebhookSecret });
  await mountPhones(app, services);
  await mountLinks(app, services);

  healthRoutes(fastify, db, dependencies.canClaim);
  const { signUp, smsCountries, avatarServiceUrl, mapTiles } = environment;
  await consoleFiles(fastify, {
    dist: CONSOLE_DIST,
    config: {
      signUp,
      avatarServiceUrl,
      smsCountries,
      mapTiles,
      unconfigured: CHANNELS.filter((channel) => !channels[channel]),
      ...services.maps,
    },
    policies: pagePolicies(imageOrigins(environment)),
  });
  await phoneFiles(fastify, PHONE_DIST);
  fastify.addHook('onClose', () => background.stop());
  await fastify.ready();
  return fastify;
}

/** The origins of images on our pages. */
function imageOrigins({ avatarServiceUrl, maps, mapTiles }: Environment): string[] {
  return [avatarServiceUrl, maps.mapImageUrl, mapTiles?.url].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  );
}
