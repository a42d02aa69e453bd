import { join } from 'node:path';
import { type Expression, Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { type Parsed, readProgram } from './read-imports.ts';
import { matchesInSql } from './sql-texts.ts';
import { databaseDrivers, dialectFiles, dialectInternals } from './rules.ts';

/** Functions that only one of the two databases has, or that they define differently. */
const FUNCTIONS = [
  String.raw`jsonb?_\w+`,
  String.raw`pg_\w+`,
  String.raw`sqlite_\w+`,
  String.raw`regexp_\w+`,
  'row_to_json|to_jsonb?|array_agg|string_agg|group_concat|any_value|every|bool_and|bool_or|total',
  'ifnull|iif|instr|strpos|printf|format|hex|unhex|char|chr|quote|typeof|split_part|lpad|rpad|left|right|greatest|least',
  'strftime|julianday|unixepoch|datetime|date_bin|date_trunc|date_part|to_char|to_timestamp|make_interval|age|now',
  'unnest|generate_series|nextval|setval|last_insert_rowid|changes|gen_random_uuid|random|randomblob|zeroblob',
].join('|');

/** SQL that only one of the two databases understands, or that they understand differently. */
const DIALECT_SQL = new RegExp(
  [
    String.raw`\b(?:${FUNCTIONS})\s*\(`,
    String.raw`\bjsonb?_\w+|\bpg_\w+|\bsqlite_\w+|\bpragma\b|\bautoincrement\b|\bgenerated\s+(?:always|by\s+default)\s+as\s+identity\b`,
    String.raw`\bdistinct\s+on\b|\bat\s+time\s+zone\b|\binterval\s+'|\btimestamptz\b|\bextract\s*\(|\bcurrent_(?:date|time|timestamp)\b`,
    String.raw`->|@>|<@|::\s*[a-z]|!?~\*?|\bi?like\s+any\b|\bilike\b|\bglob\b|\bregexp\b|\bsimilar\s+to\b|\b(?:any|all|some)\s*\(\s*(?!select\b)|\barray\s*\[|\blateral\b`,
    String.raw`\bcollate\b|\b_?rowid_?\b|\boid\b|\bctid\b|\bxmin\b|\bwithout\s+rowid\b|\busing\s+(?:gin|gist|hash|brin)\b`,
    String.raw`\bskip\s+locked\b|\bfor\s+(?:no\s+key\s+)?update\b|\bfor\s+(?:key\s+)?share\b|\binsert\s+or\s+\w+|\breplace\s+into\b|\btruncate\b|\bvacuum\b|\banaly[sz]e\b|\bnotify\b|\bset\s+local\b|\bindexed\s+by\b|\bnot\s+indexed\b`,
    // A sign in front of a column, with which SQLite does not use an index.
    String.raw`(?<=(?:^|[(,=<>]|\b(?:where|and|or|on|by|not|select|when|then|else|in|like))\s*)\+\s*[\w"?]`,
  ].join('|'),
  'i',
);

/** A function's name in a query builder: `fn('ifnull', [...])`. */
const DIALECT_FUNCTION = new RegExp(`^(?:${FUNCTIONS})$`, 'i');

/** Operators in a query builder: `where('name', 'ilike', ...)`. */
const DIALECT_OPERATORS = new Set(
  'ilike,not ilike,glob,regexp,similar to,->,->>,~,~*,!~,!~*,@>,<@,?|,?&'.split(','),
);

/** Methods of Kysely's builders that one of the databases rejects, or whose SQL is different in each. */
const DIALECT_METHODS = new Set(
  [
    'forUpdate forNoKeyUpdate forShare forKeyShare skipLocked noWait ofTables distinctOn mergeInto',
    'orIgnore orReplace orAbort orFail orRollback innerJoinLateral leftJoinLateral crossJoinLateral',
    'jsonAgg toJson autoIncrement generatedAlwaysAsIdentity generatedByDefaultAsIdentity',
  ].flatMap((names) => names.split(' ')),
);

const DATABASES = new Set(['sqlite', 'postgres']);

const WHERE = 'only db/dialect.ts knows the difference between the databases';

type Found = { line: number; why: string };

/** Finds code outside of `dialectFiles` that only one database understands, or that checks which database is used. */
export function dialectViolations(file: SourceFile): Found[] {
  if (!isServerCode(file)) return [];
  const internals = file.imports.flatMap(({ target, line }) =>
    target?.path.startsWith(dialectInternals) && !isIn(dialectFiles, file.path)
      ? [{ line, why: `${target.path} is imported through db/dialect.ts` }]
      : [],
  );
  if (isIn(dialectFiles, file.path)) return internals;
  const drivers = file.external
    .filter(({ specifier }) => databaseDrivers.includes(specifier) || specifier.startsWith('kysely/helpers/'))
    .map(({ specifier, line }) => ({ line, why: `the driver ${specifier}: ${WHERE}` }));
  const adapters = file.external.flatMap(({ specifier, names, line }) =>
    names
      .filter((name) => specifier === 'kysely' && /^(?:Sqlite|Postgres)/.test(name))
      .map((name) => ({ line, why: `${name} of kysely: ${WHERE}` })),
  );
  const parsed = readProgram(join(file.workspace.folder, file.path));
  return [...internals, ...drivers, ...adapters, ...(parsed ? constructsOf(parsed) : [])];
}

/** Tests and their helpers may depend on the database. */
function isServerCode({ workspace, path }: SourceFile): boolean {
  if (workspace.kind !== 'server' || path.endsWith('.test.ts')) return false;
  return !path.split('/').some((part) => part === 'tests' || part === 'testing');
}

function isIn(files: readonly string[], path: string): boolean {
  return files.some((file) => (file.endsWith('/') ? path.startsWith(file) : path === file));
}

/** True for the functions of a query builder: `fn`, `eb.fn`. */
function isFn(node: Expression): boolean {
  const name = node.type === 'MemberExpression' ? node.property : node;
  return name.type === 'Identifier' && name.name === 'fn';
}

function constructsOf(parsed: Parsed): Found[] {
  const { program, lineAt } = parsed;
  const found: Found[] = [];
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      const method = callee.type === 'MemberExpression' ? callee.property : callee;
      if (method.type !== 'Identifier') return;
      const { name, start } = method;
      const add = (what: string) => found.push({ line: lineAt(start), why: `${what}: ${WHERE}` });
      if (callee.type === 'MemberExpression' && DIALECT_METHODS.has(name)) add(`${name}()`);
      const [first] = args;
      const calls = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
      if ((name === 'fn' || name === 'agg') && calls !== null && DIALECT_FUNCTION.test(calls)) {
        add(`${name}('${calls}')`);
      }
      if (name === 'any' && callee.type === 'MemberExpression' && isFn(callee.object)) add('any()');
      if (callee.type !== 'MemberExpression' || name !== 'raw') return;
      found.push({ line: lineAt(start), why: 'raw(): the check cannot read it; write a template' });
    },
    Literal({ value, start }) {
      if (typeof value !== 'string') return;
      if (!DATABASES.has(value) && !DIALECT_OPERATORS.has(value)) return;
      found.push({ line: lineAt(start), why: `'${value}': ${WHERE}` });
    },
  }).visit(program);
  const sql = matchesInSql(parsed, DIALECT_SQL);
  return [...sql.map(({ line, text }) => ({ line, why: `"${text}" in SQL: ${WHERE}` })), ...found];
}
