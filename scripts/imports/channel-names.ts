import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import {
  bare,
  isChannel,
  isChannelName,
  isPartOfChannel,
  isRecordOfChannels,
  isTypeOfChannels,
  nameOf,
  textOf,
  textsIn,
  type Node,
} from './channel-syntax.ts';
import type { SourceFile } from './graph.ts';
import { readProgram } from './read-imports.ts';
import { channelFolders, contactFields, fieldCalls, fieldNames, namedChannels } from './rules/channels.ts';
import { getZone } from './zones.ts';

type Found = { line: number; why: string };

const READ_DESCRIPTOR = 'read the descriptor of the channel instead of its name';
const FOR_EACH_CHANNEL = 'a value for each channel: the type checker then reports a missing one';
/** Methods of lists, sets and maps that search for an argument. */
const SEARCHES = ['has', 'get', 'includes', 'indexOf'];

/**
 * Finds code of the product outside of the channels' own folders that names a channel, a part of its name, or a pattern
 * of it. The name of a channel that is also a field of a contact counts only where it cannot be the field: compared with
 * something that is no field, as the value of something called `channel`, in a list with other channels, in a list or
 * object of the same file that is searched for a channel, and as an argument of a function of ours.
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
  const constants = new Map<string, Node>();
  const searched: Node[] = [];
  const reportAt = (node: Node, why: string) => {
    found.set(node.start, { line: parsed.lineAt(node.start), why });
  };
  /** `channel.startsWith('sm')`, `/sms/.test(channel)`, `names.has(channel)`. */
  const callOf = ({ object, property }: Node, args: readonly Node[]) => {
    const owner = object as Node;
    const isOfChannel = isChannelName(nameOf(owner));
    for (const arg of args) {
      const text = textOf(arg);
      if (isOfChannel && text !== undefined && isPartOfChannel(text))
        reportAt(arg, `'${text}': ${READ_DESCRIPTOR}`);
      if (isOfChannel && arg['regex']) reportAt(arg, `${String(arg['raw'])}: ${READ_DESCRIPTOR}`);
      if (!isChannelName(nameOf(arg))) continue;
      if (owner['regex']) reportAt(owner, `${String(owner['raw'])}: ${READ_DESCRIPTOR}`);
      if (SEARCHES.includes(nameOf(property as Node))) searched.push(owner);
    }
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
      if (id.type === 'Identifier' && init) constants.set(id.name, init as unknown as Node);
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
        if (isChannelName(nameOf(property as unknown as Node))) searched.push(object as unknown as Node);
        return;
      }
      const name = nameOf(property as unknown as Node);
      if (ofChannels) report(name, property as unknown as Node);
      else reportUnlessField(name, property as unknown as Node);
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type === 'Identifier' && !fieldCalls.includes(callee.name)) args.forEach(reportText);
      if (callee.type === 'MemberExpression') callOf(callee as unknown as Node, args as unknown as Node[]);
    },
    NewExpression({ callee, arguments: args }) {
      if (callee.type === 'Identifier' && callee.name === 'Map')
        searched.push(...(args as unknown as Node[]));
    },
    TSTypeReference(node) {
      const { typeName, typeArguments } = node as unknown as {
        typeName: Node;
        typeArguments?: { params: Node[] };
      };
      const [first, second] = typeArguments?.params ?? [];
      const outer = nameOf(typeName);
      if (outer === 'Partial' && isRecordOfChannels(first))
        reportAt(node as unknown as Node, FOR_EACH_CHANNEL);
      if (['Exclude', 'Extract'].includes(outer) && isTypeOfChannels(first)) reportText(second);
    },
  }).visit(parsed.program);
  for (const node of searched) {
    const own = constants.get(nameOf(node)) ?? node;
    textsIn(own).forEach(({ text, at }) => report(text, at));
  }
  return [...found.values()];
}
