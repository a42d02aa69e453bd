import { isIP } from 'node:net';
import { isCountryCode } from '@callpoint/alerts/sms/phone-numbers';
import { z } from 'zod';
import { listenAddress, type ListenAddress } from './listen-address.ts';
import { parseSecretKey } from './secret-key.ts';
import { parseS3Url, s3UrlProblems, type S3Settings } from './s3-url.ts';
import { databaseUrl, replicaUrl } from './database-url.ts';
import { EnvironmentError, webUrl, type ChannelVariables, type GivenNames } from './variables.ts';

/** The settings of a server process, read once from the environment. */

const coordinates = webUrl.refine(
  (value) => value === undefined || (value.includes('{lat}') && value.includes('{lng}')),
  {
    error: 'must contain {lat} and {lng}',
  },
);

const tiles = webUrl.refine(
  (value) => value === undefined || ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
  { error: 'must contain {z}, {x} and {y}' },
);

/** The default avatar service: browsers of signed-in people load images of initials from it. */
const DEFAULT_AVATAR_SERVICE = 'https://ui-avatars.com/api/';

/** True for an address, or a network like 10.0.0.0/8; not for all addresses. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
  return bits > 0 && isPrefix && more.length === 0;
}

const networks = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), {
    error: 'must be addresses or networks joined with commas, like 127.0.0.1,10.0.0.0/8',
  });

const secretKey = z.string().transform((value, context) => {
  const key = parseSecretKey(value);
  if (key) return key;
  context.addIssue({ code: 'custom', message: 'must be 32 bytes, as 64 hexadecimal digits or base64' });
  return z.NEVER;
});

/** Minimum in days: a message may be retried for one day, and people need time to read it. */
const LEAST_DAYS = 7;
const FIVE_YEARS = 1826;

/** Seconds: together with the stop itself, fewer than the service manager waits. */
const LONGEST_STOP_DELAY = 20;
const stopDelay = z
  .string()
  .refine(
    (value) => /^\d{1,2}$/.test(value) && Number(value) <= LONGEST_STOP_DELAY,
    `must be a number of seconds from 0 to ${LONGEST_STOP_DELAY}`,
  )
  .transform((seconds) => Number(seconds) * 1000)
  .default(0);

const countries = z
  .string()
  .transform((value) => value.split(',').map((code) => code.trim().toUpperCase()))
  .refine((codes) => codes.every(isCountryCode), {
    error: 'must be codes of countries (ISO 3166) joined with commas, like US,CA',
  });

const bucket = z.string().transform((value, context) => {
  const problems = s3UrlProblems(value);
  if (problems.length === 0) return parseS3Url(value);
  for (const message of problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  DATABASE_URL: databaseUrl,
  DATABASE_LISTEN_URL: databaseUrl,
  DATABASE_READ_URL: replicaUrl,
  DATA_DIR: z.string().min(1).default('./data'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webUrl,
  METRICS_LISTEN: listenAddress.optional(),
  TRUSTED_PROXIES: networks.optional(),
  STOP_DELAY: stopDelay,
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must be at least 8 characters')
    .max(128, 'must be at most 128 characters')
    .optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: secretKey.optional(),
  SMS_COUNTRIES: countries.optional(),
  STRIPE_BASE_URL: webUrl,
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days')
    .transform(Number)
    .refine((days) => days >= LEAST_DAYS, `must be ${LEAST_DAYS} or more`)
    .default(FIVE_YEARS),
  PICTURES_URL: bucket.optional(),
  MAPS_URL: coordinates.optional(),
  MAP_IMAGE_URL: coordinates.optional(),
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_CREDIT: z.string().max(200, 'must be at most 200 characters').optional(),
  SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  AVATAR_SERVICE_URL: z.union([z.literal('none'), webUrl]).default(DEFAULT_AVATAR_SERVICE),
});

/** The names of the server's own variables. */
export const SERVER_SETTINGS: readonly string[] = Object.keys(schema.shape);

/** The settings of the server without those of its channels. */
export type ServerEnvironment = {
  databaseUrl: string | null;
  /** The PostgreSQL URL for notifications between processes, if not `databaseUrl`. */
  databaseListenUrl: string | null;
  /** The PostgreSQL URL of a replica for reads that take long; null: there is none. */
  databaseReadUrl: string | null;
  dataDir: string;
  port: number;
  host: string;
  /** Where the metrics are served; null: nowhere. */
  metricsListen: ListenAddress | null;
  /** The public URL of the server, without a slash at the end; null: the address that it listens on. */
  publicUrl: string | null;
  /** Addresses and networks of the proxies in front: their `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Milliseconds for which load balancers are told that the server stops, before it does. */
  stopDelay: number;
  logLevel: z.infer<typeof schema>['LOG_LEVEL'];
  admin: { email: string | null; password: string | null };
  /** The countries that SMS are sent to; null: all. */
  smsCountries: string[] | null;
  /** Encrypts secrets in the database; null: see features/configuration. */
  secretKey: Buffer | null;
  /** The key before `secretKey`, which may still be in use in the database. */
  secretKeyPrevious: Buffer | null;
  /** How long texts and attempts of messages are stored. */
  retentionDays: number;
  maps: { mapsUrl: string | null; mapImageUrl: string | null };
  /** The tiles of the map of an incident, and whom to credit for them; null: positions are drawn without a map. */
  mapTiles: { url: string; credit: string } | null;
  /** Where images are stored; null: next to the database, or in it. */
  imageBucket: S3Settings | null;
  /** Whether anyone may sign up as a subscriber. */
  signUp: 'open' | 'closed';
  avatarServiceUrl: string | null;
  payments: {
    /** The address of the payment provider, for tests; null: its own. */
    baseUrl: string | null;
    /** Signs the provider's calls of this server; null: they are rejected. */
    webhookSecret: string | null;
  };
};

/** Settings that change nothing without another one, and why they need it. */
const NEEDS = [
  ['SECRET_KEY_PREVIOUS', 'SECRET_KEY', 'the key that replaces it'],
  ['DATABASE_READ_URL', 'DATABASE_URL', 'whose replica it is'],
  ['DATABASE_LISTEN_URL', 'DATABASE_URL', 'which is the same database through a pooler'],
  ['MAP_TILES_CREDIT', 'MAP_TILES_URL', 'the tiles that it is for'],
] as const satisfies [keyof typeof schema.shape, keyof typeof schema.shape, string][];

/**
 * Reads the server's own variables, and validates those of `channels` with them: their values are in `values`. An empty
 * variable counts as not set. Throws EnvironmentError, which names all variables that are wrong or missing.
 */
export function readServerEnvironment(
  variables: Record<string, string | undefined>,
  channels: readonly ChannelVariables<unknown>[],
): { server: ServerEnvironment; values: Readonly<Record<string, unknown>> } {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const ofChannels = z.object(Object.assign({}, ...channels.map(({ shape }) => shape)) as z.ZodRawShape);
  const [own, others] = [schema.safeParse(given), ofChannels.safeParse(given)];
  const issues = [own, others].flatMap(({ error }) => error?.issues ?? []);
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...findMissing(new Set(Object.keys(given)), channels),
  ];
  if (!own.success || !others.success || problems.length > 0) throw new EnvironmentError(problems.join('; '));
  return { server: serverEnvironment(own.data), values: others.data };
}

function findMissing(given: GivenNames, channels: readonly ChannelVariables<unknown>[]): string[] {
  const alone = NEEDS.filter(([name, needed]) => given.has(name) && !given.has(needed));
  return [
    ...alone.map(([name, needed, why]) => `${name} needs ${needed}, ${why}`),
    ...channels.flatMap((channel) => channel.findMissing(given)),
  ];
}

function serverEnvironment(env: z.infer<typeof schema>): ServerEnvironment {
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    databaseListenUrl: env.DATABASE_LISTEN_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    dataDir: env.DATA_DIR,
    port: env.PORT,
    host: env.HOST,
    metricsListen: env.METRICS_LISTEN ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    stopDelay: env.STOP_DELAY,
    logLevel: env.LOG_LEVEL,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    smsCountries: env.SMS_COUNTRIES ?? null,
    secretKey: env.SECRET_KEY ?? null,
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS ?? null,
    retentionDays: env.RETENTION_DAYS,
    maps: { mapsUrl: env.MAPS_URL ?? null, mapImageUrl: env.MAP_IMAGE_URL ?? null },
    mapTiles: env.MAP_TILES_URL ? { url: env.MAP_TILES_URL, credit: env.MAP_TILES_CREDIT ?? '' } : null,
    imageBucket: env.PICTURES_URL ?? null,
    signUp: env.SIGN_UP,
    avatarServiceUrl: env.AVATAR_SERVICE_URL === 'none' ? null : (env.AVATAR_SERVICE_URL ?? null),
    payments: { baseUrl: env.STRIPE_BASE_URL ?? null, webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null },
  };
}
