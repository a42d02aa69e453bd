import { Visitor } from 'oxc-parser';
import type { Parsed } from './read-imports.ts';

/** The first match of a pattern in each text of raw SQL: templates tagged `sql`, and arguments of `raw(...)`. */
export function matchesInSql(
  { program, source, lineAt }: Parsed,
  pattern: RegExp,
): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const check = (sql: string, near: number) => {
    const match = pattern.exec(sql);
    // A node may include its opening quote.
    if (match) found.push({ line: lineAt(source.indexOf(sql, near) + match.index), text: match[0] });
  };
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      for (const part of quasi.quasis) check(part.value.raw, part.start);
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name !== 'raw') return;
      for (const arg of args) {
        if (arg.type === 'Literal' && typeof arg.value === 'string') check(arg.value, arg.start);
        if (arg.type !== 'TemplateLiteral') continue;
        for (const part of arg.quasis) check(part.value.raw, part.start);
      }
    },
  }).visit(program);
  return found;
}
