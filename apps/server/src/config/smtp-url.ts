import { isIPv4 } from 'node:net';
import { protocolProblem } from './protocols.ts';
import { unescapedPassword } from './unescaped-password.ts';

/** The parsed `SMTP_URL`. */
export type SmtpAddress = {
  host: string;
  /** Null: the default port of the protocol. */
  port: number | null;
  auth: { user: string; pass: string } | null;
  tls: {
    /** From the first byte (smtps), instead of by STARTTLS. */
    implicit: boolean;
    /** Nothing is sent, not even a sign-in, before the connection is encrypted. */
    required: boolean;
    /** The host name that the certificate must have, if it is not the URL's. */
    serverName: string | null;
  };
  /** Null: the product's default. */
  connections: number | null;
  /** Milliseconds, by the names of nodemailer's options. */
  timeouts: Partial<Record<(typeof TIMEOUTS)[number], number>>;
};

const TIMEOUTS = ['connectionTimeout', 'greetingTimeout', 'socketTimeout'] as const;
const MAX_CONNECTIONS = 100;
const MAX_TIMEOUT = 600_000;
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

type Check = (value: string, url: URL) => string | null;
const timeout = (name: string): Check => integer(name, 1, MAX_TIMEOUT);

/** The options of the query, with a function that returns the problem of a value. */
const OPTIONS: Readonly<Record<string, Check>> = {
  maxConnections: integer('maxConnections', 1, MAX_CONNECTIONS),
  connectionTimeout: timeout('connectionTimeout'),
  greetingTimeout: timeout('greetingTimeout'),
  socketTimeout: timeout('socketTimeout'),
  tls(value, { protocol }) {
    if (value !== 'optional') return 'can set tls to optional only';
    return protocol === 'smtps:' ? 'must not set tls=optional: smtps:// always uses TLS' : null;
  },
  tlsServerName: (value) => (HOST.test(value) ? null : 'must set tlsServerName to a host name'),
};

/** What to change in the address of a mail server. An unknown option is a problem. */
export function smtpUrlProblems(address: string): string[] {
  const problem = protocolProblem(address, ['smtp:', 'smtps:']) ?? unescapedPassword(address);
  if (problem !== null) return [problem];
  if (!URL.canParse(address)) return ['must be an address like smtp://user:password@host:587'];
  return optionProblems(new URL(address));
}

function optionProblems(url: URL): string[] {
  const names = [...url.searchParams.keys()];
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [
    ...(url.hostname === '' ? ['must name a host'] : []),
    ...(/%(?![0-9A-Fa-f]{2})/.test(url.username + url.password) ? ['must write % in a password as %25'] : []),
    ...[...new Set(names)]
      .filter((name) => !Object.hasOwn(OPTIONS, name))
      .map((name) => `has an unknown option ${name}: it can have ${Object.keys(OPTIONS).join(', ')}`),
    ...[...repeated].map((name) => `must set ${name} once`),
    ...[...url.searchParams].flatMap(([name, value]) => {
      const problem = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]?.(value, url) : null;
      return problem ? [problem] : [];
    }),
  ];
}

/** Parses a URL without problems. */
export function readSmtpUrl(address: string): SmtpAddress {
  const url = new URL(address);
  const { searchParams } = url;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const given = TIMEOUTS.filter((name) => searchParams.has(name));
  return {
    host,
    port: url.port === '' ? null : Number(url.port),
    auth:
      url.username || url.password
        ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
        : null,
    tls: {
      implicit: url.protocol === 'smtps:',
      required: searchParams.get('tls') !== 'optional' && !isLoopback(host),
      serverName: searchParams.get('tlsServerName'),
    },
    connections: searchParams.has('maxConnections') ? Number(searchParams.get('maxConnections')) : null,
    timeouts: Object.fromEntries(given.map((name) => [name, Number(searchParams.get(name))])),
  };
}

/** True for a host on this machine. */
function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIPv4(name) && name.startsWith('127.'))
  );
}

function integer(name: string, least: number, most: number): Check {
  return (value) =>
    /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? null
      : `must set ${name} from ${least} to ${most}`;
}
