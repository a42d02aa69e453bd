import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { type Parsed, readProgram } from './read-imports.ts';
import { matchesInSql } from './sql-texts.ts';
import { databaseDrivers, dialectFiles, dialectInternals } from './rules.ts';

/** SQL that only one of the two databases understands. */
const DIALECT_SQL =
  /\bjson_(?:each|tree|extract|array|array_elements|array_elements_text|to_recordset|agg|group_array|build_object)\b|\bskip locked\b|\bfor (?:no key )?update\b|\bfor (?:key )?share\b|\bstrftime\b|\bjulianday\b|\bunixepoch\b|\binterval\s+'|\bpg_\w+|\bpragma\b|\bsqlite_\w+|\bdate_(?:bin|trunc)\b|\btimestamptz\b|::\s*[a-z]|\bprintf\s*\(|\bnow\s*\(\)|\bautoincrement\b|\bilike\b|\bgenerate_series\b|\bunnest\s*\(/i;

/** Methods of Kysely's query builders that SQLite rejects. */
const LOCKING = new Set([
  'forUpdate',
  'forNoKeyUpdate',
  'forShare',
  'forKeyShare',
  'skipLocked',
  'noWait',
  'ofTables',
]);

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
    .filter(({ specifier }) => databaseDrivers.includes(specifier))
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

function constructsOf(parsed: Parsed): Found[] {
  const { program, lineAt } = parsed;
  const found: Found[] = [];
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name, start } = callee.property;
      if (LOCKING.has(name)) found.push({ line: lineAt(start), why: `${name}(): ${WHERE}` });
    },
    Literal({ value, start }) {
      if (typeof value !== 'string' || !DATABASES.has(value)) return;
      found.push({ line: lineAt(start), why: `'${value}': ${WHERE}` });
    },
  }).visit(program);
  const sql = matchesInSql(parsed, DIALECT_SQL);
  return [...sql.map(({ line, text }) => ({ line, why: `"${text}" in SQL: ${WHERE}` })), ...found];
}
