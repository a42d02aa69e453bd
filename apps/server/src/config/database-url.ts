import { accessSync, constants } from 'node:fs';
import { z } from 'zod';
import { protocolProblem } from './protocols.ts';
import { unescapedPassword } from './unescaped-password.ts';

/** The parts of `postgres://user:password@first:5432,second:5432/name`: scheme, user, hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^@/?#]+)(.*)$/s;
/** Options that name a file, which is read when the database is opened. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** One URL for each host of a PostgreSQL URL, which can name several with a comma between them. */
export function databaseUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

/** What to change in a PostgreSQL URL with one or several hosts. */
export function databaseUrlProblems(value: string): string[] {
  const protocol = protocolProblem(value, ['postgres:', 'postgresql:']);
  if (protocol !== null) return [protocol];
  const urls = databaseUrls(value);
  const isValid = urls.every((url) => isDatabaseUrl(url, urls.length > 1));
  const unescaped = unescapedPassword(value, isValid);
  if (unescaped !== null) return [unescaped];
  if (!isValid) return ['must be an address like postgres://user:password@host:5432/name'];
  return fileProblems(new URL(urls[0] ?? value));
}

/** A URL without a host leads to a socket of this machine; with several hosts, each has a name. */
function isDatabaseUrl(url: string, needsHost: boolean): boolean {
  return URL.canParse(url) && (new URL(url).hostname !== '' || !needsHost);
}

function fileProblems({ searchParams }: URL): string[] {
  return FILES.flatMap((option) => {
    const file = searchParams.get(option);
    const code = file ? readFault(file) : null;
    return code === null ? [] : [`has the option ${option}, whose file cannot be read (${code}): ${file}`];
  });
}

function readFault(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

const urlWithProblems = (problemsOf: (value: string) => string[]) =>
  z
    .string()
    .superRefine((value, context) => {
      for (const message of problemsOf(value)) context.addIssue({ code: 'custom', message });
    })
    .optional();

/** An optional PostgreSQL URL with one or several hosts. */
export const databaseUrl = urlWithProblems(databaseUrlProblems);

/** An optional PostgreSQL URL of a standby: among several hosts, the one that accepts changes would be searched. */
export const replicaUrl = urlWithProblems((value) => {
  const problems = databaseUrlProblems(value);
  if (problems.length > 0 || databaseUrls(value).length === 1) return problems;
  return ['must name one host, a standby: with several hosts, the primary would be searched among them'];
});
