import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { alwaysCheck } from '@callpoint/contract/checks';
import popular from 'popular-passwords' with { type: 'json' };
import { CallError } from './call-error.ts';

const argon2Async = promisify(argon2);

/** argon2id with 19 MiB and two passes: OWASP's password storage recommendation. About 30 ms each. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_LENGTH = 32;

/** Hashes at once, and how many may wait: sign-ins must not starve alerts of processor time. */
const AT_ONCE = 2;
const MAY_WAIT = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function hashInTurn(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT)
      throw new CallError(503, 'Too many people are signing in. Try again.', [], 5);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      parallelism: 1,
      memory: MEMORY_KIB,
      passes: PASSES,
      tagLength: TAG_LENGTH,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The PHC string of a password: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashInTurn(password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(hash)}`;
}

/** True when `password` has the hash `phc`. Without one it hashes all the same, so that nobody can tell by the time. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, , , , salt, hash] = (phc ?? '').split('$');
  const expected = Buffer.from(hash ?? '', 'base64');
  const actual = await hashInTurn(password, salt ? Buffer.from(salt, 'base64') : randomBytes(16));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const POPULAR = new Set<string>(popular);

const COMMON = 'Password is one of the most common ones. Choose another.';

/**
 * `schema`, which also refuses the some 40,000 most used passwords at `path`, together with whatever else is wrong.
 * Only the server has the list.
 */
export function refusingCommonPassword<Schema extends z.ZodType>(
  schema: Schema,
  path: readonly string[],
): Schema {
  const check = alwaysCheck((input) => {
    const password = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      input,
    );
    return typeof password === 'string' && isCommon(password) ? [{ path: [...path], message: COMMON }] : [];
  });
  return schema.check(check);
}

function isCommon(password: string): boolean {
  return POPULAR.has(password) || POPULAR.has(password.toLowerCase());
}
