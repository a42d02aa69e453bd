/** Functions that both databases have, with the same meaning. */
const FUNCTIONS = new Set(
  'abs avg cast coalesce count dense_rank exists first_value lag last_value lead length lower max min nullif rank replace row_number sum upper'
    .concat(' substr')
    .split(' '),
);

/** Functions that take one argument in both databases; with several, only SQLite has them. */
const OF_ONE = new Set(['max', 'min', 'lower', 'upper', 'sum', 'avg', 'count', 'length', 'abs']);

/** Types of `cast` that both databases convert to in the same way. */
const CAST = /\sas\s+(?:integer|bigint|text)\s*$/i;

/** Key words that both databases have, with the same meaning. */
const KEYWORDS = new Set(
  [
    'add all alter and as asc between by case check column conflict constraint create cross current default delete',
    'desc distinct do drop else end escape excluded exists except filter first following foreign from full group',
    'having in index inner insert intersect into is join key last left like limit materialized not nothing null',
    'nulls offset on or order outer over partition preceding primary range recursive references rename returning row',
    'rows select set table then to true false unbounded union unique update using values view when where window with',
  ].flatMap((words) => words.split(' ')),
);

/** The other key words of the two databases, and columns that only one of them has. */
const ONLY_ONE = new Set(
  [
    // SQLite
    'abort after analyze attach autoincrement before begin cascade collate commit current_date current_time',
    'current_timestamp database deferrable deferred detach each exclude exclusive explain fail for generated glob',
    'groups if ignore immediate indexed instead isnull match natural notnull of others pragma raise regexp reindex',
    'release rollback rowid _rowid_ oid savepoint temp temporary ties transaction trigger vacuum virtual without',
    // PostgreSQL
    'analyse any array asymmetric authorization binary both collation concurrently current_catalog current_role',
    'current_schema current_user fetch freeze grant ilike initially interval lateral leading localtime',
    'localtimestamp only overlaps overlay placing position session_user similar some symmetric system_user',
    'tablesample trailing user variadic verbose ctid xmin xmax tableoid timestamptz timestamp jsonb serial bigserial',
    'bytea uuid unlogged truncate notify listen merge rollup cube grouping sets within at_time_zone',
  ].flatMap((words) => words.split(' ')),
);

/** Operators that both databases have, with the same meaning. */
const OPERATORS = new Set(['=', '<>', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '||']);

/** SQL of definitions and inserts, in which a name in front of brackets is a table. */
const NAMED_TABLE = /\b(?:index\s+[\w?]+\s+on|into|references|table)\s+[\w"?]+\s*(?=\()/gi;

/** Names of queries and their columns: `with newest (id) as (`, `as rows (id)`. */
const NAMED_QUERY =
  /\b(?:with|recursive|as)\s+(?!materialized\b|not\b|select\b)\w+\s*(?=\([^()]*\)\s*(?:as\b|on\b|,|$))/gi;

/** `is` compares with these in both databases; with other values only in SQLite. */
const IS = /\bis\s+(?!(?:not\s+)?(?:null|true|false|distinct\s+from)\b)/gi;

/** Only a column without upper case gives the same rows: SQLite ignores case. */
const LIKE = /(?<!\bsearch_text\s+(?:not\s+)?)\b(?:not\s+)?like\b/gi;

/** The limit is a parameter, also as a bigint, or a number; PostgreSQL rejects negative ones, and an offset in front of a comma. */
const LIMIT = /\b(?:limit|offset)\s+(?!cast\(\?+ as bigint\)|\?+(?!\s*,)|\d+\b(?!\s*,))\S+/gi;

/**
 * What is not on the lists of functions, key words and operators that mean the same in SQLite and PostgreSQL.
 * @param sql with question marks as interpolations, and without comments
 */
export function unlistedInSql(sql: string): { index: number; text: string }[] {
  const text = sql.replaceAll(/'(?:[^']|'')*'/g, (literal) => `'${' '.repeat(literal.length - 2)}'`);
  const names = [NAMED_TABLE, NAMED_QUERY].reduce(
    (rest, pattern) => rest.replaceAll(pattern, (name) => ' '.repeat(name.length)),
    text,
  );
  const found = [IS, LIKE, LIMIT].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ index: match.index, text: match[0].trim() })),
  );
  for (const { index, 0: call, 1: name = '' } of names.matchAll(/([\w"]+)\s*\(/g)) {
    const word = name.toLowerCase();
    if (ONLY_ONE.has(word) || (KEYWORDS.has(word) && !FUNCTIONS.has(word))) continue;
    const given = argumentsOf(names.slice(index + call.length));
    const isListed = FUNCTIONS.has(word) && (word === 'cast' ? CAST.test(given[0] ?? '') : true);
    if (!isListed || (OF_ONE.has(word) && given.length > 1)) found.push({ index, text: call });
  }
  for (const { index, 0: word } of text.matchAll(/(?<![\w."?])[a-z_]\w*/gi)) {
    if (ONLY_ONE.has(word.toLowerCase())) found.push({ index, text: word });
  }
  for (const { index, 0: operator } of text.matchAll(/[=<>!+\-*/%|&^~#@:`\\[\]$;{}]+/g)) {
    if (!OPERATORS.has(operator)) found.push({ index, text: operator });
  }
  return found;
}

/** True for a function of a query builder that is on the list. */
export function isListedFunction(name: string): boolean {
  return FUNCTIONS.has(name.toLowerCase());
}

/** The arguments of a call, from behind its opening bracket. */
function argumentsOf(text: string): string[] {
  const found = [''];
  let depth = 0;
  for (const character of text) {
    if (character === ')' && depth === 0) return found;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found;
}
