import { sql, type RawBuilder } from 'kysely';
import type { SearchParams } from './search-text.ts';

/** Conditions of searches. A feature combines them: it names no other subscriber's table in its SQL. */

/** The parameters of a search in its SQL. */
export type SearchParam = {
  /** The placeholder of a parameter. */
  value(name: keyof SearchParams): RawBuilder<unknown>;
  /** The condition that a text contains a parameter. */
  isIn(text: RawBuilder<unknown>, name: keyof SearchParams): RawBuilder<unknown>;
};

/** Texts that contain what was typed. Only for columns without a search text: the case of A to Z does not matter. */
export function contains(text: RawBuilder<unknown>, param: SearchParam): RawBuilder<unknown> {
  return param.isIn(sql`lower(${text})`, 'plain');
}

/** Phone numbers in any notation with the typed digits, for columns without a search text. */
export function containsNumber(column: RawBuilder<unknown>, param: SearchParam): RawBuilder<unknown> {
  const digits = [' ', '-', '(', ')', '.', '/', '+'].reduce<RawBuilder<unknown>>(
    (text, character) => sql`replace(${text}, ${sql.lit(character)}, '')`,
    column,
  );
  return param.isIn(digits, 'number');
}

/** A search text that contains the typed text, or a phone number with the typed digits. */
export function matchesText(column: RawBuilder<unknown>, param: SearchParam): RawBuilder<unknown> {
  return sql`(${param.isIn(column, 'text')} or ${param.isIn(column, 'digits')})`;
}

/** The search of a table with a search text. An id must match in full: a partial match would find too many. */
export function searchesText(param: SearchParam): RawBuilder<unknown> {
  return sql`${matchesText(sql`search_text`, param)} or id = ${param.value('id')}`;
}

/** Rows whose search text has a part, other than the first one, that starts with the typed text. */
export function startsText(param: SearchParam): RawBuilder<unknown> {
  return param.isIn(sql`search_text`, 'start');
}

/** Rows whose `app_user_id` is a person with the typed text. */
export function matchesPerson(param: SearchParam): RawBuilder<unknown> {
  return isPerson(sql`app_user_id`, param);
}

/** Whether an id is that of a person with the typed text. */
export function isPerson(id: RawBuilder<unknown>, param: SearchParam): RawBuilder<unknown> {
  return sql`exists (select 1 from app_user where app_user.id = ${id}
    and ${matchesText(sql`app_user.search_text`, param)})`;
}

/** Whether an id is that of a plan whose name has the typed text. */
export function isPlan(id: RawBuilder<unknown>, param: SearchParam): RawBuilder<unknown> {
  return sql`exists (select 1 from plan where plan.id = ${id} and ${contains(sql`plan_name`, param)})`;
}

/**
 * Settings or configuration values, by their names as people read them. The list of matching names does not depend on the
 * row, so a database finds it once.
 * @param names the names by key
 * @param verbs what the name may follow, by the value of `verb`
 */
export function isNamed(
  table: 'settings' | 'config',
  id: RawBuilder<unknown>,
  names: Iterable<readonly [key: string, name: string]>,
  { verb, verbs }: { verb: RawBuilder<unknown>; verbs: Iterable<readonly [value: string, text: string]> },
  param: SearchParam,
): RawBuilder<unknown> {
  const key = sql.ref(table === 'config' ? 'config_key' : 'setting_key');
  return sql`(${verb}, (select ${key} from ${sql.table(table)} where ${sql.table(table)}.id = ${id})) in
    (select verbs.column1, names.column1 from (${literals(verbs)}) as verbs, (${literals(names)}) as names
      where ${contains(sql`verbs.column2 || names.column2`, param)})`;
}

/** Both databases call the columns `column1` and `column2`. */
function literals(pairs: Iterable<readonly [string, string]>): RawBuilder<unknown> {
  return sql`values ${sql.join([...pairs].map(([one, other]) => sql`(${sql.lit(one)}, ${sql.lit(other)})`))}`;
}

/**
 * Submissions whose stored name, email address or phone number has the typed text: the person may have been renamed or
 * deleted since.
 */
export function matchesSubmitter(param: SearchParam): RawBuilder<unknown> {
  return sql`(${contains(sql`user_name`, param)} or ${contains(sql`user_email`, param)}
    or ${containsNumber(sql`user_phone`, param)})`;
}

/** The ids of subscribers with the typed text. */
export function subscriberIds(param: SearchParam): RawBuilder<unknown> {
  return sql`select id from team where ${matchesText(sql`search_text`, param)}`;
}

/** The ids of administrators with the typed text in the name or the email address. */
export function administratorIds(param: SearchParam): RawBuilder<unknown> {
  return sql`select id from admin where ${contains(sql`email || ' ' || first_name || ' ' || last_name`, param)}`;
}
