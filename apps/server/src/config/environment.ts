import { isIP } from 'node:net';
import { countryOf, isCountryCode } from '@callpoint/alerts/phone-numbers';
import { z } from 'zod';
import { readCertificates } from './certificates.ts';
import { parseSecretKey } from './secret-key.ts';
import { smtpUrlProblems } from './smtp-url.ts';

/** The settings of a server process, read once from the environment. */

const optionalUrl = (protocols: readonly string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    })
    .optional();
const webUrl = optionalUrl(['http:', 'https:']);
const coordinates = webUrl.refine(
  (value) => value === undefined || (value.includes('{lat}') && value.includes('{lng}')),
  {
    error: 'must contain {lat} and {lng}',
  },
);

/** The default avatar service: browsers of signed-in people load images of initials from it. */
const DEFAULT_AVATAR_SERVICE = 'https://ui-avatars.com/api/';

/** A number, a short code, the id of a messaging service, or a name. */
const SMS_FROM = /^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** True for an address, or a network like 10.0.0.0/8. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
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

const countries = z
  .string()
  .transform((value) => value.split(',').map((code) => code.trim().toUpperCase()))
  .refine((codes) => codes.every(isCountryCode), {
    error: 'must be codes of countries (ISO 3166) joined with commas, like US,CA',
  });

const schema = z.object({
  DATABASE_URL: optionalUrl(['postgres:', 'postgresql:']),
  DATABASE_LISTEN_URL: optionalUrl(['postgres:', 'postgresql:']),
  DATA_DIR: z.string().min(1).default('./data'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webUrl,
  TRUSTED_PROXIES: networks.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').max(128).optional(),
  SMTP_URL: optionalUrl(['smtp:', 'smtps:']).superRefine((value, context) => {
    // A value that is no URL has been reported already.
    const problems = value && URL.canParse(value) ? smtpUrlProblems(value) : [];
    for (const message of problems) context.addIssue({ code: 'custom', message });
  }),
  SMTP_CA: z
    .string()
    .transform((file, context) => {
      const certificates = readCertificates(file);
      if (certificates) return certificates;
      context.addIssue({ code: 'custom', message: 'must be a file of PEM certificates that can be read' });
      return z.NEVER;
    })
    .optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: secretKey.optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('alerts@callpoint.local'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      SMS_FROM,
      'must be a number like +12025550143, a short code, a name of up to 11 characters, or MG and 32 hexadecimal digits',
    )
    .optional(),
  TWILIO_BASE_URL: webUrl,
  SMS_COUNTRIES: countries.optional(),
  STRIPE_BASE_URL: webUrl,
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days')
    .transform(Number)
    .refine((days) => days >= LEAST_DAYS, `must be ${LEAST_DAYS} or more`)
    .default(FIVE_YEARS),
  MAPS_URL: coordinates.optional(),
  MAP_IMAGE_URL: coordinates.optional(),
  SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  AVATAR_SERVICE_URL: z.union([z.literal('none'), webUrl]).default(DEFAULT_AVATAR_SERVICE),
});

export type Environment = {
  databaseUrl: string | null;
  /** The PostgreSQL URL for notifications between processes, if not `databaseUrl`. */
  databaseListenUrl: string | null;
  dataDir: string;
  port: number;
  host: string;
  /** The public URL of the server, without a slash at the end; null: the address that it listens on. */
  publicUrl: string | null;
  /** Addresses and networks of the proxies in front: their `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  logLevel: z.infer<typeof schema>['LOG_LEVEL'];
  admin: { email: string | null; password: string | null };
  /** `ca`: the certificate authorities to trust; null: the public ones. */
  smtp: { url: string; from: string; ca: string[] | null } | null;
  twilio: { accountSid: string; authToken: string; from: string; baseUrl: string | null } | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: string[] | null;
  /** Encrypts secrets in the database; null: see features/configuration. */
  secretKey: Buffer | null;
  /** The key before `secretKey`, which may still be in use in the database. */
  secretKeyPrevious: Buffer | null;
  /** How long texts and attempts of messages are stored. */
  retentionDays: number;
  maps: { mapsUrl: string | null; mapImageUrl: string | null };
  /** Whether anyone may sign up as a subscriber. */
  signUp: 'open' | 'closed';
  avatarServiceUrl: string | null;
};

/** A wrong setting. `message` is one line that names every variable that is wrong. */
export class EnvironmentError extends Error {}

/** Reads the environment. An empty variable counts as not set. Throws EnvironmentError. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new EnvironmentError(problems.join('; '));
  }
  const env = result.data;
  if (env.SECRET_KEY_PREVIOUS && !env.SECRET_KEY)
    throw new EnvironmentError('SECRET_KEY_PREVIOUS needs SECRET_KEY, the key that replaces it');
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    databaseListenUrl: env.DATABASE_LISTEN_URL ?? null,
    dataDir: env.DATA_DIR,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    logLevel: env.LOG_LEVEL,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM, ca: env.SMTP_CA ?? null } : null,
    twilio: twilioOf(env),
    smsCountries: env.SMS_COUNTRIES ?? countryOfFromNumber(env.TWILIO_FROM),
    secretKey: env.SECRET_KEY ?? null,
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS ?? null,
    retentionDays: env.RETENTION_DAYS,
    maps: { mapsUrl: env.MAPS_URL ?? null, mapImageUrl: env.MAP_IMAGE_URL ?? null },
    signUp: env.SIGN_UP,
    avatarServiceUrl: env.AVATAR_SERVICE_URL === 'none' ? null : (env.AVATAR_SERVICE_URL ?? null),
  };
}

/** The country of our own number; a name, a short code or a service has none. */
function countryOfFromNumber(from: string | undefined): string[] | null {
  const country = from?.startsWith('+') ? countryOf(from) : null;
  return country === null ? null : [country];
}

/** Null if SMS are not configured. Throws EnvironmentError if the configuration is incomplete. */
function twilioOf(env: z.infer<typeof schema>): Environment['twilio'] {
  const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length === needed.length) return null;
  if (missing.length > 0) throw new EnvironmentError(`SMS need ${missing.join(' and ')} too`);
  const { TWILIO_ACCOUNT_SID = '', TWILIO_AUTH_TOKEN = '', TWILIO_FROM = '', TWILIO_BASE_URL = null } = env;
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    baseUrl: TWILIO_BASE_URL,
  };
}
