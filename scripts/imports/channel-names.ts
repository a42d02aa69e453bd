import { join } from 'node:path';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { readProgram } from './read-imports.ts';
import { channelFolders, contactFields, fieldCalls, fieldNames, namedChannels } from './rules.ts';
import { getZone } from './zones.ts';

type Found = { line: number; why: string };
/** A node of the syntax tree; each kind has more parts. */
type Node = { type: string; start: number; [part: string]: unknown };

const READ_DESCRIPTOR = 'read the descriptor of the channel instead of its name';

/**
 * Finds code of the product outside of the channels' own folders that names a channel. The name of a channel that is also
 * a field of a contact counts only where it cannot be the field: compared with something that is no field, as the value
 * of something called `channel`, in a list with other channels, and as an argument of a function of ours.
 */
export function channelNameViolations(file: SourceFile): Found[] {
  const path = `${file.workspace.path}/${file.path}`;
  if (file.workspace.kind === 'tool' || getZone(file.workspace, file.path).isTest) return [];
  if (channelFolders.some((folder) => path.startsWith(folder))) return [];
  const parsed = readProgram(join(file.workspace.folder, file.path));
  if (!parsed) return [];
  const allowed = namedChannels[path] ?? [];
  const found = new Map<number, Found>();
  const report = (name: string | undefined, { start }: Node) => {
    if (name === undefined || !isChannel(name) || allowed.includes(name)) return;
    found.set(start, { line: parsed.lineAt(start), why: `'${name}': ${READ_DESCRIPTOR}` });
  };
  const reportUnlessField = (name: string | undefined, node: Node) => {
    if (name !== undefined && !contactFields.includes(name)) report(name, node);
  };
  const reportText = (value: unknown) => {
    const node = value as Node | null;
    if (node) report(textOf(node), bare(node));
  };
  /** `node` is compared with the texts. */
  const compare = (node: Node, texts: readonly unknown[]) => {
    if (!fieldNames.includes(nameOf(node))) texts.forEach(reportText);
  };
  const list = (elements: readonly unknown[]) => {
    const texts = elements.map((one) => textOf(one as Node | null));
    if (texts.filter((text) => text !== undefined && isChannel(text)).length > 1)
      elements.forEach(reportText);
  };
  new Visitor({
    Literal: (node) => reportUnlessField(textOf(node as unknown as Node), node as unknown as Node),
    TemplateLiteral: (node) => reportUnlessField(textOf(node as unknown as Node), node as unknown as Node),
    BinaryExpression({ left, right }) {
      compare(left as unknown as Node, [right]);
      compare(right as unknown as Node, [left]);
    },
    SwitchStatement: ({ discriminant, cases }) =>
      compare(
        discriminant as unknown as Node,
        cases.map(({ test }) => test),
      ),
    Property({ key, value, computed }) {
      const name = nameOf(key as unknown as Node);
      if (!computed) reportUnlessField(name, key as unknown as Node);
      if (isChannelName(name)) reportText(value);
    },
    VariableDeclarator({ id, init }) {
      if (isChannelName(nameOf(id as unknown as Node))) reportText(init);
    },
    AssignmentPattern({ left, right }) {
      if (isChannelName(nameOf(left as unknown as Node))) reportText(right);
    },
    ArrayExpression: ({ elements }) => list(elements),
    TSUnionType: ({ types }) => list(types),
    MemberExpression({ object, property, computed }) {
      const ofChannels = isChannelName(nameOf(object as unknown as Node));
      if (computed) {
        if (ofChannels) reportText(property);
        return;
      }
      const name = nameOf(property as unknown as Node);
      if (ofChannels) report(name, property as unknown as Node);
      else reportUnlessField(name, property as unknown as Node);
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type === 'Identifier' && !fieldCalls.includes(callee.name)) args.forEach(reportText);
    },
  }).visit(parsed.program);
  return [...found.values()];
}

function isChannel(name: string): boolean {
  return (CHANNELS as readonly string[]).includes(name);
}

/** True for `channel`, `channels`, `CHANNEL`, `filter_channel`, `DRIVER`. */
function isChannelName(name: string): boolean {
  return /channels?$|^drivers?$/i.test(name);
}

/** A node without type assertions and the wrapper of a literal type. */
function bare(node: Node): Node {
  const inner = /^TS(As|Satisfies|NonNull)/.test(node.type) ? node['expression'] : undefined;
  const literal = node.type === 'TSLiteralType' ? node['literal'] : inner;
  return literal ? bare(literal as Node) : node;
}

/** The text of a string; undefined for all other nodes. */
function textOf(node: Node | null): string | undefined {
  if (node === null) return undefined;
  const { type, value, quasis } = bare(node);
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (type !== 'TemplateLiteral') return undefined;
  const parts = quasis as { value: { raw: string } }[];
  return parts.length === 1 ? parts[0]?.value.raw : undefined;
}

/** The name of a variable, a property or a member; '' for all other nodes. */
function nameOf(node: Node): string {
  const { type, name, property } = bare(node);
  if (type === 'Identifier') return String(name);
  return type === 'MemberExpression' ? nameOf(property as Node) : '';
}
