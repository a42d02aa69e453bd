import { join } from 'node:path';
import type { SourceFile } from './graph.ts';
import { readProgram } from './read-imports.ts';
import { accountTables, featureDatabase, featureKysely } from './rules.ts';
import { matchesInSql } from './sql-texts.ts';
import { zoneOf } from './zones.ts';

const DATABASE = 'src/db/';
const HANDLES = 'a feature uses TenantDb, PlatformDb or AccountsDb';

const ACCOUNT_SQL = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${accountTables.join('|')})\\b`, 'i');

/** Finds code in a feature of the server that accesses the raw connection or bypasses the typed handles. */
export function featureDatabaseViolations(file: SourceFile): { line: number; why: string }[] {
  const { layer, isTest } = zoneOf(file.workspace, file.path);
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
  const sql = parsed ? matchesInSql(parsed, ACCOUNT_SQL) : [];
  return [
    ...ours,
    ...kysely,
    ...sql.map(({ line, text }) => ({ line, why: `"${text}" in raw SQL: use AccountsDb` })),
  ];
}

/** An import without names runs the entire module. */
function forbidden(allowed: 'all' | readonly string[], names: readonly string[]): readonly string[] {
  if (allowed === 'all') return [];
  return names.length === 0 ? ['everything'] : names.filter((name) => !allowed.includes(name));
}
