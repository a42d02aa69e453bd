import { sql, type RawBuilder } from 'kysely';

/**
 * Texts that match a pattern whose special characters are escaped with a backslash. Text and pattern must be in lower
 * case: SQLite ignores the case of A to Z, PostgreSQL does not. Null matches nothing.
 */
export function like(text: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${text} like ${pattern} escape '\\'`;
}
