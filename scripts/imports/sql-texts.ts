import { type Expression, Visitor } from 'oxc-parser';
import type { Parsed } from './read-imports.ts';

/**
 * A template of raw SQL. `text` has the length of the template in the source: interpolations are question marks, and
 * comments are blank.
 */
export type SqlText = { text: string; start: number; interpolations: readonly Expression[] };

/** The templates of raw SQL: those with the tag `sql`, also under another name. */
export function sqlTexts({ program, source }: Parsed): SqlText[] {
  const tags = sqlNames(program);
  const found: SqlText[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (!isSql(tag, tags)) return;
      const start = quasi.start + 1;
      let text = source.slice(start, quasi.end - 1);
      const blank = (from: number, to: number, by: string) => {
        text = text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, by) + text.slice(to);
      };
      for (const { start: from, end } of quasi.expressions) {
        blank(source.lastIndexOf('${', from) - start, source.indexOf('}', end) + 1 - start, '?');
      }
      for (const comment of text.matchAll(/\/\*.*?\*\/|--.*$/gms)) {
        blank(comment.index, comment.index + comment[0].length, ' ');
      }
      found.push({ text, start, interpolations: quasi.expressions });
    },
  }).visit(program);
  return found;
}

/** The first match of a pattern in each template of raw SQL. */
export function matchesInSql(parsed: Parsed, pattern: RegExp): { line: number; text: string }[] {
  return sqlTexts(parsed).flatMap(({ text, start }) => {
    const match = pattern.exec(text);
    return match ? [{ line: parsed.lineAt(start + match.index), text: match[0].trim() }] : [];
  });
}

/** The names of Kysely's `sql` in a file. */
export function sqlNames(program: Parsed['program']): ReadonlySet<string> {
  const names = new Set(['sql']);
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier' && imported.name === 'sql') names.add(local.name);
    },
  }).visit(program);
  return names;
}

/** True for `sql`, and for `kysely.sql` of a namespace. */
export function isSql(node: Expression, names: ReadonlySet<string>): boolean {
  if (node.type === 'Identifier') return names.has(node.name);
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'sql'
  );
}
