import type { z } from 'zod';
import { createInputCheck } from '@callpoint/contract/input-check';
import { badInput } from '../errors/call-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Rules against weak passwords. The contract checks the length; only the server has the list of common passwords. */

const COMMON = 'Password is too common. Choose another.';
const SHORT = 'Password must be at least 8 characters. A letter with accents counts as one.';
const REPEATED = 'Password must not be one repeated character.';
const OWN_WORDS =
  'Password must not consist of your name, email address, phone number, company, or the product’s name.';

/** Words that everyone associates with the product. */
const PRODUCT_WORDS = ['callpoint', 'subscriber', 'administrator', 'admin', 'safety', 'osha'];

/** Fields that describe the owner of a password. */
const OWNER_FIELDS = ['email', 'account_name', 'first_name', 'last_name', 'name', 'phone'] as const;

export type PasswordOwner = { [Field in (typeof OWNER_FIELDS)[number]]?: unknown };

/** A password of another length, and a longer text about its owner, is rejected by the schema and not checked here. */
const LENGTH = { least: 8, most: 128 };
const MAX_TEXT = 300;
/** Shorter words are ignored. */
const SHORTEST_WORD = 3;
/** Minimum length of a password without the words about its owner. */
const SHORTEST_REST = 6;

/**
 * `schema`, which also rejects weak passwords at `path`, together with all other problems. The fields next to the
 * password describe its owner.
 */
export function withPasswordRules<Schema extends z.ZodType>(schema: Schema, path: readonly string[]): Schema {
  const check = createInputCheck((input) => {
    const owner = path.slice(0, -1).reduce<unknown>(fieldOf, input);
    const password = fieldOf(owner, path.at(-1) ?? '');
    if (typeof password !== 'string') return [];
    return passwordProblems(password, owner as PasswordOwner).map((message) => ({
      path: [...path],
      message,
    }));
  });
  return schema.check(check);
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

/** Throws CallError 400 for a password that consists of stored data about its owner. */
export function rejectPersonalPassword(password: string, owner: PasswordOwner, field: string): void {
  if (isMadeOf(password, owner)) throw badInput([{ msg: OWN_WORDS, field }]);
}

/** The problems of a new password; empty for a strong one, and for one whose length the schema rejects. */
export function passwordProblems(typed: string, owner: PasswordOwner): string[] {
  // In characters, as the schema counts them.
  const { length } = Array.from(typed.slice(0, MAX_TEXT));
  if (length < LENGTH.least || length > LENGTH.most) return [];
  // The normalized form that is hashed: another notation of a weak password is equally weak.
  const password = typed.normalize('NFKC');
  if (Array.from(password).length < LENGTH.least) return [SHORT];
  if (isRepeated(password)) return [REPEATED];
  if (isCommonPassword(password)) return [COMMON];
  return isMadeOf(password, owner) ? [OWN_WORDS] : [];
}

function isRepeated(password: string): boolean {
  return new Set(password).size === 1;
}

/** True when little is left of `password` without the words of its owner and the product. */
function isMadeOf(password: string, owner: PasswordOwner): boolean {
  const normalized = plain(password);
  let rest = normalized;
  for (const word of wordsOf(owner)) rest = rest.replaceAll(word, '');
  if (rest === normalized) return false;
  return rest.length < SHORTEST_REST || isCommonPassword(rest);
}

/** The longest words are removed first, so that no part of a longer word remains. */
function wordsOf(owner: PasswordOwner): string[] {
  const words = OWNER_FIELDS.flatMap((field) => {
    const value = owner[field];
    if (typeof value !== 'string' || value.length > MAX_TEXT) return [];
    if (field === 'phone') return [value, plain(value).slice(-10), plain(value).slice(-7)];
    const parts = value.split(/[^\p{L}\p{M}\p{N}]+/u);
    // The last part of an address is a top-level domain.
    return [value, ...(field === 'email' ? parts.slice(0, -1) : parts)];
  });
  return [...new Set([...words, ...PRODUCT_WORDS].map(plain))]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
}

/** Letters and digits, in lower case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
