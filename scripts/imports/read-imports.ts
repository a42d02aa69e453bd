import { readFileSync } from 'node:fs';
import { type Program, Visitor, parseSync } from 'oxc-parser';

/** `names`: the imported names, as the module exports them; `*` if it may be all of them. */
export type Import = { specifier: string; line: number; names: readonly string[] };

/**
 * The imports of a source file, including types and re-exports.
 * A dynamic import counts if its module is a string literal.
 */
export function readImports(file: string): Import[] {
  const parsed = readProgram(file);
  if (!parsed) return [];
  const { program, lineAt } = parsed;
  const found: Import[] = [];
  const add = (
    node: { type: string; start: number; value?: unknown } | null | undefined,
    names: readonly string[] = ['*'],
  ) => {
    if (!node || typeof node.value !== 'string') return;
    found.push({ specifier: node.value, line: lineAt(node.start), names });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.specifiers.map(importedName)),
    ExportNamedDeclaration: (node) =>
      add(
        node.source,
        node.specifiers.map(({ local }) => nameOf(local)),
      ),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(program);
  return found;
}

export type Parsed = { program: Program; source: string; lineAt: (offset: number) => number };

/** The syntax tree of a source file; null for a style sheet. */
export function readProgram(file: string): Parsed | null {
  if (file.endsWith('.css')) return null;
  const source = readFileSync(file, 'utf8');
  const { errors, program } = parseSync(file, source);
  const [fault] = errors;
  if (fault) throw new Error(`${file} cannot be parsed: ${fault.message}`);
  return { program, source, lineAt: (offset) => source.slice(0, offset).split('\n').length };
}

type Specifier = { type: string; imported?: ModuleName };
type ModuleName = { name?: string; value?: unknown };

function importedName({ type, imported }: Specifier): string {
  if (imported) return nameOf(imported);
  return type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function nameOf({ name, value }: ModuleName): string {
  return name ?? String(value);
}
