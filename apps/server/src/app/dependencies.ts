import type { FastifyBaseLogger, RouteOptions } from 'fastify';
import type { SecretValues } from '../db/secret-values.ts';
import type { Db } from '../db/tables.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import type { Environment } from '../delivery/channels/environment.ts';
import type { IncidentAnswers } from '../delivery/channels/provider-hook.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { Push } from '../features/push/push.routes.ts';
import type { SendEmail } from '../features/sessions/account-email.ts';
import type { QuotaTable } from '../http/admission/expensive-kinds.ts';
import type { InFlightLimits } from '../http/admission/in-flight-limit.ts';
import type { FinishedCall } from '../http/logging/report-calls.ts';
import type { SlowReader } from '../http/connections/slow-readers.ts';
import type { ImageStore } from '../images/image-store.ts';

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
  /** Replaces the limit for clients that do not read their responses, for tests. */
  slowReader?: SlowReader | undefined;
  /** Called after each response, for the metrics. */
  onCall?: ((call: FinishedCall) => void) | undefined;
  /** Called with every route that is mounted. */
  onRoute?: (route: RouteOptions) => void;
};
