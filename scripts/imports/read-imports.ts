import { readFileSync } from 'node:fs';
import { Visitor, parseSync } from 'oxc-parser';

export type Import = { specifier: string; line: number };

/**
 * What a source file imports, types and re-exports included.
 * A dynamic import counts where it names its module in plain words.
 */
export function readImports(file: string): Import[] {
  if (file.endsWith('.css')) return [];
  const source = readFileSync(file, 'utf8');
  const parsed = parseSync(file, source);
  const fault = parsed.errors[0];
  if (fault) throw new Error(`${file} cannot be parsed: ${fault.message}`);
  const found: { specifier: string; at: number }[] = [];
  const add = (node: { type: string; start: number; value?: unknown } | null | undefined) => {
    if (node && typeof node.value === 'string') found.push({ specifier: node.value, at: node.start });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(parsed.program);
  return found.map(({ specifier, at }) => ({ specifier, line: source.slice(0, at).split('\n').length }));
}
