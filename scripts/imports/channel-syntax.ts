import { CHANNELS } from '@callpoint/contract/channels/channels';

/** A node of the syntax tree; each kind has more parts. */
export type Node = { type: string; start: number; [part: string]: unknown };

/** True for the name of a channel. */
export function isChannel(name: string): boolean {
  return (CHANNELS as readonly string[]).includes(name);
}

/** True for `sms`, `sm`, `ema`; not for the empty text. */
export function isPartOfChannel(text: string): boolean {
  return text !== '' && CHANNELS.some((channel) => channel.includes(text));
}

/** True for the type `Channel`. */
export function isTypeOfChannels(type: Node | undefined): boolean {
  return type?.type === 'TSTypeReference' && nameOf(type['typeName'] as Node) === 'Channel';
}

/** True for `Record<Channel, …>`, also within `Readonly`. */
export function isRecordOfChannels(type: Node | undefined): boolean {
  if (type?.type !== 'TSTypeReference') return false;
  const [first] = (type['typeArguments'] as { params: Node[] } | null)?.params ?? [];
  const name = nameOf(type['typeName'] as Node);
  return name === 'Readonly' ? isRecordOfChannels(first) : name === 'Record' && isTypeOfChannels(first);
}

/** The texts of a list, a set, the keys of a map or of an object; none of all other nodes. */
export function textsIn(node: Node): { text: string; at: Node }[] {
  const { type, elements, properties, arguments: args } = bare(node);
  if (type === 'NewExpression') return (args as Node[]).flatMap(textsIn);
  if (type === 'ObjectExpression') {
    const keys = (properties as Node[]).map(({ key }) => key as Node | undefined);
    return keys.flatMap((key) => (key ? [{ text: textOf(key) ?? nameOf(key), at: key }] : []));
  }
  if (type !== 'ArrayExpression') return [];
  return (elements as (Node | null)[]).flatMap((element) => {
    const entry = element?.type === 'ArrayExpression' ? (element['elements'] as (Node | null)[])[0] : element;
    const text = entry ? textOf(entry) : undefined;
    return entry && text !== undefined ? [{ text, at: entry }] : [];
  });
}

/** True for `channel`, `channels`, `CHANNEL`, `filter_channel`, `DRIVER`. */
export function isChannelName(name: string): boolean {
  return /channels?$|^drivers?$/i.test(name);
}

/** A node without type assertions, parentheses and the wrapper of a literal type. */
export function bare(node: Node): Node {
  const inner = /^(TS(As|Satisfies|NonNull)|Parenthesized)/.test(node.type) ? node['expression'] : undefined;
  const literal = node.type === 'TSLiteralType' ? node['literal'] : inner;
  return literal ? bare(literal as Node) : node;
}

/** The text of a string; undefined for all other nodes. */
export function textOf(node: Node | null): string | undefined {
  if (node === null) return undefined;
  const { type, value, quasis } = bare(node);
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (type !== 'TemplateLiteral') return undefined;
  const parts = quasis as { value: { raw: string } }[];
  return parts.length === 1 ? parts[0]?.value.raw : undefined;
}

/** The name of a variable, a property or a member; '' for all other nodes. */
export function nameOf(node: Node): string {
  const { type, name, property } = bare(node);
  if (type === 'Identifier') return String(name);
  return type === 'MemberExpression' ? nameOf(property as Node) : '';
}
