import { parseSync } from 'oxc-parser';

/** Words for people that stand in the code itself instead of a catalogue. */
export type Words = { text: string; line: number };

type Tree = { type: string; start: number; [part: string]: unknown };

/** Attributes and properties whose value is always read by people, whatever it begins with. */
const READ_BY_PEOPLE = /^(aria-label|aria-description|alt|description|label|placeholder|title)$/;
/** What a text begins with, and a name in code does not: `Save`, `E-mail`, `The users …`. */
const BEGINS_LIKE_WORDS = /^\s*\p{Lu}(?:\p{Ll}|[-’']\p{Ll}|\s\p{Ll})/u;
/** `… is required.`, `… things to mend:` */
const ENDS_LIKE_SENTENCE = /\p{Ll}\s.*\p{Ll}[.!?:…]\s*$/u;

/**
 * All words for people in a source: texts of elements, labels, and whatever reads like a sentence.
 * Messages of `new Error(…)` are for us, and names of keys are compared, not read.
 */
export function wordsInCode(file: string, source: string): Words[] {
  const { program, errors } = parseSync(file, source);
  const fault = errors[0];
  if (fault) throw new Error(`${file} cannot be parsed: ${fault.message}`);
  const found: Words[] = [];
  look(program as unknown as Tree, false, (text, at) => {
    found.push({ text: text.trim(), line: source.slice(0, at).split('\n').length });
  });
  return found;
}

/** @param shown true where whatever stands here is shown to people */
function look(node: Tree, shown: boolean, report: (text: string, at: number) => void): void {
  if (isForCode(node)) return;
  const text = textOf(node);
  if (text !== null && isForPeople(text, shown || node.type === 'JSXText')) report(text, node.start);
  for (const [part, value] of Object.entries(node)) {
    if (isName(node, part)) continue;
    const inner = isShown(node, part, shown);
    for (const child of [value].flat()) if (isTree(child)) look(child, inner, report);
  }
}

function textOf({ type, value }: Tree): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value;
  if (type === 'TemplateElement') return (value as { cooked?: string }).cooked ?? null;
  return null;
}

function isForPeople(text: string, shown: boolean): boolean {
  if (shown) return /\p{L}/u.test(text);
  return BEGINS_LIKE_WORDS.test(text) || ENDS_LIKE_SENTENCE.test(text);
}

/** Imports, types, faults, names of keys, and values that something is compared with. */
function isForCode({ type, callee, name }: Tree): boolean {
  if (type === 'JSXAttribute') return nameOf(name) === 'aria-keyshortcuts';
  if (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type)) return true;
  if (type === 'NewExpression') return nameOf(callee).endsWith('Error');
  return /^(Import|ExportAll|BinaryExpression)/.test(type);
}

/** Names of properties and tests of cases are no texts. */
function isName({ type, computed }: Tree, part: string): boolean {
  if (type === 'Property') return part === 'key';
  if (type === 'SwitchCase') return part === 'test';
  return type === 'MemberExpression' && computed === true && part === 'property';
}

function isShown(node: Tree, part: string, shown: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return part === 'children';
    case 'JSXAttribute':
      return READ_BY_PEOPLE.test(nameOf(node['name']));
    case 'Property':
      return READ_BY_PEOPLE.test(nameOf(node['key']));
    case 'ConditionalExpression':
      return shown && part !== 'test';
    case 'JSXExpressionContainer':
    case 'LogicalExpression':
    case 'TemplateLiteral':
      return shown;
    default:
      return false;
  }
}

function nameOf(node: unknown): string {
  const { name, value } = node as Tree;
  const own = name ?? value;
  return typeof own === 'string' ? own : '';
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
