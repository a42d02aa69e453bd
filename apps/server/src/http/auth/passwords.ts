import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { Argon2Input } from './argon2-thread.ts';
import { PASSWORD_COST, type PasswordCost } from './password-cost.ts';

/** Hashes of passwords. Calls of the API wait in a fair queue first: see hashing.ts. */

/** Hashes that are computed at the same time: a core is left for the event loop. */
export const CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);

/** On Linux the threads have a lower priority than the event loop, so that presses are served first. */
const threads = new Piscina<Argon2Input, Uint8Array>({
  // In the build it ends in `.js`.
  filename: new URL(`argon2-thread${extname(import.meta.url)}`, import.meta.url).href,
  minThreads: 0,
  maxThreads: CONCURRENT_HASHES,
  niceIncrement: 15,
  idleTimeout: 60_000,
});

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The PHC string of a password, with the current parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, PASSWORD_COST);
  const { memory, passes, parallelism } = PASSWORD_COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/**
 * True when `password` has the hash `phc`, which names its own parameters. Without a hash it computes one anyway,
 * so that the time does not reveal whether an account exists.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const stored = parse(phc);
  const actual = await derive(password, stored?.salt ?? randomBytes(16), stored?.parameters ?? PASSWORD_COST);
  return stored !== null && timingSafeEqual(stored.hash, actual);
}

/** True for a hash with outdated parameters: the password should be hashed again. */
export function needsRehash(phc: string): boolean {
  const parameters = parse(phc)?.parameters;
  return (Object.keys(PASSWORD_COST) as (keyof PasswordCost)[]).some(
    (name) => parameters?.[name] !== PASSWORD_COST[name],
  );
}

function parse(phc: string | null): { parameters: PasswordCost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc ?? '') ?? [];
  if (salt === undefined || hash === undefined) return null;
  const tag = Buffer.from(hash, 'base64');
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    },
    salt: Buffer.from(salt, 'base64'),
    hash: tag,
  };
}

async function derive(password: string, salt: Buffer, parameters: PasswordCost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return Buffer.from(await threads.run({ message, nonce: salt, ...parameters }));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
