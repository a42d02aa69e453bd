import { join } from 'node:path';
import { type Expression, Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { type Parsed, readProgram } from './read-imports.ts';
import { featureDatabase, featureKysely, featureSqlSecrets, featureSqlTables } from './rules/database.ts';
import { sqlTables } from './sql-tables.ts';
import { isSql, matchesInSql, sqlNames, sqlTexts } from './sql-texts.ts';
import { getZone } from './zones.ts';

const DATABASE = 'src/db/';
const HANDLES = 'a feature uses TenantDb, PlatformDb or AccountsDb';

const SECRETS = new RegExp(`\\b(?:${featureSqlSecrets.join('|')})\\b`, 'i');

/** Methods of query builders whose first argument is a table. */
const TABLE_METHOD =
  /^(?:selectFrom|insertInto|updateTable|deleteFrom|using|from|(?:inner|left|right|full|cross)Join)$/;

/** Methods of `sql` for the names of tables, which would hide them. */
const NAMING = new Set(['table', 'id']);

/** Finds code in a feature of the server that accesses the raw connection or bypasses the typed handles. */
export function featureDatabaseViolations(file: SourceFile): { line: number; why: string }[] {
  const { layer, isTest } = getZone(file.workspace, file.path);
  if (file.workspace.kind !== 'server' || layer !== 'features' || isTest) return [];
  const ours = file.imports.flatMap(({ target, names, line }) => {
    if (!target?.path.startsWith(DATABASE) || target.workspace !== file.workspace) return [];
    const module = target.path.slice(DATABASE.length);
    return forbidden(featureDatabase[module] ?? [], names).map((name) => ({
      line,
      why: `${name} of db/${module}: ${HANDLES}`,
    }));
  });
  const kysely = file.external
    .filter(({ specifier }) => specifier === 'kysely' || specifier.startsWith('kysely/'))
    .flatMap(({ names, line }) =>
      forbidden(featureKysely, names).map((name) => ({ line, why: `${name} of kysely: ${HANDLES}` })),
    );
  const parsed = readProgram(join(file.workspace.folder, file.path));
  return [...ours, ...kysely, ...(parsed ? sqlViolations(parsed) : [])];
}

type Found = { line: number; why: string };

/** Raw SQL that could read the rows of another subscriber, or accounts. */
function sqlViolations(parsed: Parsed): Found[] {
  const { program, source, lineAt } = parsed;
  const found: Found[] = [];
  for (const { text, start, interpolations } of sqlTexts(parsed)) {
    for (const { name, at, isInterpolation } of sqlTables(text)) {
      const line = lineAt(start + at);
      const from = interpolations.find((one) => one.start > start + at);
      if (!isInterpolation && !featureSqlTables.includes(name))
        found.push({
          line,
          why: `the table "${name}" in raw SQL: use a query builder of TenantDb or AccountsDb`,
        });
      else if (isInterpolation && !isJsonRows(from))
        found.push({ line, why: 'a table in raw SQL is written out' });
    }
  }
  const secrets = matchesInSql(parsed, SECRETS);
  found.push(...secrets.map(({ line, text }) => ({ line, why: `"${text}" in raw SQL: use AccountsDb` })));
  const names = sqlNames(program);
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (isSql(callee.object, names) && NAMING.has(name))
        found.push({ line: lineAt(start), why: `sql.${name}(): a table in raw SQL is written out` });
      if (!TABLE_METHOD.test(name) || !first || first.type === 'SpreadElement') return;
      const usesSql = [...names].some((sql) =>
        new RegExp(`\\b${sql}\\s*[\`<.]`).test(source.slice(first.start, first.end)),
      );
      if (usesSql) found.push({ line: lineAt(first.start), why: `raw SQL as the table of ${name}()` });
    },
  }).visit(program);
  return found;
}

/** Rows of a parameter, which are no table. */
function isJsonRows(expression: Expression | undefined): boolean {
  return (
    expression?.type === 'CallExpression' &&
    expression.callee.type === 'MemberExpression' &&
    expression.callee.property.type === 'Identifier' &&
    expression.callee.property.name.startsWith('json')
  );
}

/** An import without names runs the entire module. */
function forbidden(allowed: 'all' | readonly string[], names: readonly string[]): readonly string[] {
  if (allowed === 'all') return [];
  return names.length === 0 ? ['everything'] : names.filter((name) => !allowed.includes(name));
}
