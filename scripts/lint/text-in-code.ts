import type { RuleTester } from 'oxlint/plugins-dev';

/** A lint rule: text for people belongs in the catalog (src/texts), not in code. Its `allow` option lists exact exceptions. */

type Node = { type: string; parent: Node | null; [part: string]: unknown };
type Rule = Parameters<RuleTester['run']>[1];

/** Attributes and properties whose values are always shown to people. */
const SHOWN = /^(aria-label|aria-description|alt|description|label|placeholder|title)$/;
/** `Save`, `Email`, `The users …`: an identifier does not start like this. */
const STARTS_LIKE_TEXT = /^\s*\p{Lu}(?:\p{Ll}|[-’']\p{Ll}|\s\p{Ll})/u;
/** `… is required.` */
const ENDS_LIKE_SENTENCE = /\p{Ll}\s.*\p{Ll}[.!?:…]\s*$/u;

/** The text of a literal that belongs in the catalog; undefined for every other literal. */
function misplacedText(node: Node): string | undefined {
  const text = textOf(node).trim();
  const isText = isShown(node) ? /\p{L}/u.test(text) : looksLikeText(text);
  return isText && !isForCode(node) ? text : undefined;
}

const looksLikeText = (text: string) => STARTS_LIKE_TEXT.test(text) || ENDS_LIKE_SENTENCE.test(text);

function textOf({ value }: Node): string {
  if (typeof value === 'string') return value;
  return (value as { cooked?: string } | null)?.cooked ?? '';
}

/** True in imports, types, errors, keys, and values that the code compares. */
function isForCode(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  const { type } = parent;
  if (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type)) return true;
  if (/^(Import|ExportAll|BinaryExpression)/.test(type)) return true;
  if (type === 'NewExpression' && nameOf(parent['callee']).endsWith('Error')) return true;
  if (type === 'JSXAttribute' && nameOf(parent['name']) === 'aria-keyshortcuts') return true;
  if (type === 'Property' && parent['key'] === node) return true;
  if (type === 'SwitchCase' && parent['test'] === node) return true;
  if (type === 'MemberExpression' && parent['property'] === node) return true;
  return isForCode(parent);
}

/** True where the value becomes the text of an element, a label or the like. */
function isShown(node: Node): boolean {
  const { type, parent } = node;
  if (type === 'JSXText') return true;
  if (!parent) return false;
  switch (parent.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'JSXAttribute':
      return SHOWN.test(nameOf(parent['name']));
    case 'Property':
      return SHOWN.test(nameOf(parent['key']));
    case 'ConditionalExpression':
      return parent['test'] !== node && isShown(parent);
    case 'JSXExpressionContainer':
    case 'LogicalExpression':
    case 'TemplateLiteral':
      return isShown(parent);
    default:
      return false;
  }
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: unknown; value?: unknown };
  const own = name ?? value;
  return typeof own === 'string' ? own : '';
}

export const textInCode: Rule = {
  meta: { schema: [{ type: 'object' }] },
  create(context) {
    const [{ allow = [] } = {}] = context.options as [{ allow?: string[] }?];
    const visit = (node: never) => {
      const text = misplacedText(node);
      if (text === undefined || allow.includes(text)) return;
      context.report({ node, message: `Move the text “${text}” to src/texts/.` });
    };
    return { Literal: visit, TemplateElement: visit, JSXText: visit };
  },
};

/** @public The linter loads it by its file (.oxlintrc.json). */
export default { meta: { name: 'texts' }, rules: { 'text-in-code': textInCode } };
