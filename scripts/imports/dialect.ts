import { join } from 'node:path';
import { type Argument, type Expression, Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { type Parsed, readProgram } from './read-imports.ts';
import { sqlTexts } from './sql-texts.ts';
import { isListedFunction, unlistedInSql } from './sql-words.ts';
import { databaseDrivers, dialectFiles, dialectInternals } from './rules/database.ts';

/** SQL that only one of the two databases understands, or that they understand differently. */
const DIALECT_SQL = new RegExp(
  [
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

/** Methods of a query builder's `fn` for functions that both databases have. */
const FN_METHODS = new Set(['agg', 'coalesce', 'count', 'countAll', 'max', 'min', 'sum']);

/** Operators in a query builder: `where('name', 'ilike', ...)`. */
const DIALECT_OPERATORS = new Set(
  'like,not like,ilike,not ilike,glob,match,@@,==,regexp,similar to,->,->>,~,~*,!~,!~*,@>,<@,?|,?&'.split(
    ',',
  ),
);

/** Methods of Kysely's builders that one of the databases rejects, or whose SQL is different in each. */
const DIALECT_METHODS = new Set(
  [
    'forUpdate forNoKeyUpdate forShare forKeyShare skipLocked noWait ofTables distinctOn mergeInto',
    'orIgnore orReplace orAbort orFail orRollback innerJoinLateral leftJoinLateral crossJoinLateral',
    'jsonAgg toJson autoIncrement generatedAlwaysAsIdentity generatedByDefaultAsIdentity',
  ].flatMap((names) => names.split(' ')),
);

const DATABASE_NAME = /sqlite|postgres/i;

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
  const modules = new Set(
    program.body.flatMap((node) => ('source' in node && node.source ? [node.source.start] : [])),
  );
  const templates = sqlTexts(parsed);
  const inSql = (at: number) =>
    templates.some(({ start, text }) => start - 1 <= at && at <= start + text.length);
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      const method = callee.type === 'MemberExpression' ? callee.property : callee;
      if (method.type !== 'Identifier') return;
      const { name, start } = method;
      const add = (what: string) => found.push({ line: lineAt(start), why: `${what}: ${WHERE}` });
      if (callee.type === 'MemberExpression' && DIALECT_METHODS.has(name)) add(`${name}()`);
      const [first] = args;
      const calls = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
      if ((name === 'fn' || name === 'agg') && calls !== null && !isListedFunction(calls)) {
        add(`${name}('${calls}')`);
      }
      if (callee.type === 'MemberExpression' && isFn(callee.object) && !FN_METHODS.has(name))
        add(`${name}()`);
      if (name === 'limit' && first?.type === 'UnaryExpression') add('limit() of a negative number');
      const [, operator, value] = args;
      if (operator && isOperatorIs(operator) && value && !isNullOrBoolean(value)) add("'is' with a value");
      if (callee.type !== 'MemberExpression' || name !== 'raw') return;
      found.push({ line: lineAt(start), why: 'raw(): the check cannot read it; write a template' });
    },
    Literal({ value, start }) {
      if (typeof value !== 'string' || modules.has(start)) return;
      if (!DATABASE_NAME.test(value) && !DIALECT_OPERATORS.has(value)) return;
      found.push({ line: lineAt(start), why: `'${value}': ${WHERE}` });
    },
    TemplateElement({ value, start }) {
      const [name] = DATABASE_NAME.exec(value.raw) ?? [];
      if (name && !inSql(start)) found.push({ line: lineAt(start), why: `'${name}': ${WHERE}` });
    },
  }).visit(program);
  const inTemplates = templates.flatMap(({ text, start }) => {
    const first = DIALECT_SQL.exec(text);
    const matches = first ? [{ index: first.index, text: first[0].trim() }] : [];
    const [earliest] = [...matches, ...unlistedInSql(text)].toSorted(
      (a, b) => a.index - b.index || b.text.length - a.text.length,
    );
    if (!earliest) return [];
    return [{ line: lineAt(start + earliest.index), why: `"${earliest.text}" in SQL: ${WHERE}` }];
  });
  return [...inTemplates, ...found];
}

function isOperatorIs(node: Argument): boolean {
  return node.type === 'Literal' && (node.value === 'is' || node.value === 'is not');
}

function isNullOrBoolean(node: Argument): boolean {
  return node.type === 'Literal' && (node.value === null || typeof node.value === 'boolean');
}
