import { parseSync } from 'oxc-parser';

/** A text in a source. Values inside it are written as `{}`. */
export interface SourceText {
  line: number;
  text: string;
}

type Node = { type: string; start: number; [part: string]: unknown };

/** Parts of a program whose strings are never shown: modules, types, names of properties, compared values. */
const HIDDEN_TYPES = /^(Import|Export(All|Default)?Specifier|TS(?!(As|Satisfies|NonNull)Expression))/;
/** Functions whose strings are code. */
const CODE_FUNCTIONS = new Set(['RegExp', 'URL', 'sql', 'raw', 'get', 'post', 'replaceAll', 'join', 'split']);

/** `Save`, `The users …`, `EMERGENCY: …`: a name in code does not start like this. */
const STARTS_LIKE_TEXT = /^\s*(?:\p{Lu}(?:\p{Ll}|[-’']\p{Ll}|\s\p{Ll})|\p{Lu}{3,}: )/u;
/** `… is required.`, `with words`: several words of prose. */
const LOOKS_LIKE_PROSE = /\p{L}\s+\p{Ll}+.*[\p{Ll}…][.!?:…]?\s*$/u;
const LOOKS_LIKE_CODE =
  /^(select|insert|update|delete|with|create|alter|drop|pragma|set|begin) [a-z]|[{}=]|;\s*$|--|::/;

function looksLikeText(text: string): boolean {
  const withoutValues = text.replaceAll(/\{\{?\w*\}\}?/g, '…');
  return (
    (STARTS_LIKE_TEXT.test(text) || LOOKS_LIKE_PROSE.test(withoutValues)) &&
    !LOOKS_LIKE_CODE.test(withoutValues)
  );
}

/**
 * The texts for people in a source: each string literal and each template literal, as one text.
 * @param all whether every string counts, as in a catalog of texts; otherwise only strings that look like prose
 */
export function textsIn(file: string, source: string, all: boolean): SourceText[] {
  const found: SourceText[] = [];
  const add = (node: Node, text: string) => {
    if (!/\p{L}{2}/u.test(text)) return;
    if (!all && !looksLikeText(text)) return;
    found.push({ line: source.slice(0, node.start).split('\n').length, text });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (isHidden(value)) return;
    if (isCodeCall(value)) return visit(value['callee']);
    if (value.type === 'Literal' && typeof value['value'] === 'string') return add(value, value['value']);
    if (value.type === 'TemplateLiteral') {
      add(
        value,
        (value['quasis'] as { value: { cooked: string } }[]).map((it) => it.value.cooked).join('{}'),
      );
      return visit(value['expressions']);
    }
    for (const [part, child] of Object.entries(value)) {
      const isName = part === 'key' && value['computed'] !== true;
      if (!isName && part !== 'parent') visit(child);
    }
  };
  visit(parseSync(file, source).program);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function isHidden(node: Node): boolean {
  if (HIDDEN_TYPES.test(node.type) || node.type === 'TaggedTemplateExpression') return true;
  return node.type === 'BinaryExpression' && node['operator'] !== '+';
}

function isCodeCall(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = node['callee'] as { name?: string; property?: { name?: string } };
  return CODE_FUNCTIONS.has(callee.name ?? callee.property?.name ?? '');
}
