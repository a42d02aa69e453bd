import type { Program } from 'oxc-parser';
import { rawBuilders, rawMethods, rawOpeners } from './rules/database.ts';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Names of properties with the connection. */
const PROPERTIES = new Set(['db', 'tx', '#db', '#tx']);

/** Expressions whose value is that of an expression in them. */
const WRAPPERS = new Set(
  'TSAsExpression TSSatisfiesExpression TSNonNullExpression ParenthesizedExpression ChainExpression AwaitExpression LogicalExpression ConditionalExpression'.split(
    ' ',
  ),
);

type Step = { node: Node; part: string };

/**
 * The places where a file uses the connection in a way that is not on this list: it calls a method of it, passes it to a
 * function or constructor that it imports from us or declares itself, or stores it in a local name or a private member.
 * @param raw the imported names of the connection, by local name
 * @param isForbidden true for a module whose functions must not receive it
 * @param reviewed further functions that may receive it, for which a person has checked that they do not give it out
 */
export function unlistedUses(
  program: Program,
  raw: ReadonlyMap<string, string>,
  isForbidden: (module: string) => boolean,
  reviewed: readonly string[] = [],
): Node[] {
  const root = program as unknown as Node;
  const names = connectionNames(root, raw);
  const ours = new Set([...receivers(root, raw, isForbidden), ...reviewed]);
  const found: Node[] = [];
  walk(root, [], (node, path) => {
    const isUnlisted = isOpener(node, raw)
      ? path.at(-1)?.part !== 'callee' && !reviewed.includes(`= ${identifier(node)}`)
      : isConnection(node, raw, names) && !isListed(path, ours);
    if (isUnlisted) found.push(node);
  });
  return found;
}

/** Calls `visit` for each expression with its ancestors, the nearest last. */
function walk(node: Node, path: readonly Step[], visit: (node: Node, path: readonly Step[]) => void): void {
  visit(node, path);
  for (const [part, value] of Object.entries(node)) {
    if (isNoValue(node, part)) continue;
    const steps = [...path, { node, part }];
    for (const child of nodesOf(value)) if (!isDeclared(child, steps)) walk(child, steps, visit);
  }
}

/** True for the part of a node that is a name or a type. */
function isNoValue(node: Node, part: string): boolean {
  if (part === 'property' || part === 'key') return node['computed'] !== true;
  const isType = node.type.startsWith('TS') && part !== 'expression';
  return isType || node.type.startsWith('Import') || part === 'typeAnnotation';
}

/** True for a name that a parameter, a variable, a function or a pattern declares. */
function isDeclared(child: Node, steps: readonly Step[]): boolean {
  const { node, part } = steps.at(-1) ?? { node: child, part: '' };
  if (identifier(child) === '') return false;
  if (part === 'params' || part === 'id' || node.type === 'ArrayPattern' || node.type === 'RestElement')
    return true;
  if (node.type === 'AssignmentPattern') return part === 'left';
  return node.type === 'Property' && part === 'value' && steps.at(-2)?.node.type === 'ObjectPattern';
}

function isOpener(node: Node, raw: ReadonlyMap<string, string>): boolean {
  const kind = raw.get(identifier(node)) ?? '';
  return rawOpeners.includes(kind) || rawBuilders.includes(kind);
}

function isConnection(node: Node, raw: ReadonlyMap<string, string>, names: ReadonlySet<string>): boolean {
  if (node.type === 'CallExpression') return rawOpeners.includes(raw.get(identifier(node['callee'])) ?? '');
  if (node.type === 'MemberExpression') return PROPERTIES.has(propertyOf(node));
  return names.has(identifier(node));
}

/** True where the value only goes to code that the check reads, or to the database. */
function isListed(path: readonly Step[], ours: ReadonlySet<string>): boolean {
  let at = path.length - 1;
  while (WRAPPERS.has(path[at]?.node.type ?? '') && path[at]?.part !== 'test') at -= 1;
  const { node, part } = path[at] ?? { node: { type: '', start: 0, end: 0 }, part: '' };
  const exported = path.slice(0, at).some((one) => one.node.type.startsWith('Export'));
  const isInFunction = path.slice(0, at).some((one) => one.node.type.includes('Function'));
  switch (node.type) {
    case 'MemberExpression':
      return part === 'object' && rawMethods.includes(propertyOf(node)) && isRead(path[at - 1], node);
    case 'CallExpression':
    case 'NewExpression':
      return part === 'arguments' && mayReceive(node['callee'] as Node, ours);
    case 'Property':
      return path[at - 1]?.node.type === 'ObjectExpression' && isListedArgument(path[at - 2], ours);
    case 'VariableDeclarator':
      return identifier(node['id']) !== '' && (isInFunction || !exported);
    case 'AssignmentExpression':
      return part === 'left' || isPrivate(node['left'] as Node);
    case 'ReturnStatement':
      return isInPrivateGetter(path);
    case 'BinaryExpression':
    case 'ConditionalExpression':
    case 'IfStatement':
    case 'UnaryExpression':
    case 'ExpressionStatement':
      return true;
    default:
      return false;
  }
}

/** True for a call of the method, and for a property that is no method. */
function isRead(above: Step | undefined, member: Node): boolean {
  return above?.part === 'callee' || propertyOf(member) === 'isTransaction';
}

function isListedArgument(step: Step | undefined, ours: ReadonlySet<string>): boolean {
  const isCall = step?.node.type === 'CallExpression' || step?.node.type === 'NewExpression';
  return isCall && step.part === 'arguments' && mayReceive(step.node['callee'] as Node, ours);
}

/** True for functions and constructors of ours, for private methods, and for `query.execute(db)`. */
function mayReceive(callee: Node, ours: ReadonlySet<string>): boolean {
  if (callee.type === 'Super' || ours.has(identifier(callee))) return true;
  // The same of a call or a property: `markAmong(...).execute(db)`, `QUERIES[name](db)`.
  if (callee.type !== 'MemberExpression') return false;
  const object = callee['object'] as Node;
  if (isPrivate(callee) && object.type === 'ThisExpression') return true;
  if (
    ours.has(`${nameOf(object)}.${propertyOf(callee)}`) ||
    (callee['computed'] === true && ours.has(nameOf(object)))
  )
    return true;
  return object.type === 'TaggedTemplateExpression' && propertyOf(callee) === 'execute';
}

/** True in a getter like `get #db()`. */
function isInPrivateGetter(path: readonly Step[]): boolean {
  const method = path.findLast((one) => one.node.type === 'MethodDefinition')?.node;
  return method?.['kind'] === 'get' && (method['key'] as Node).type === 'PrivateIdentifier';
}

function isPrivate(node: Node): boolean {
  return node.type === 'MemberExpression' && propertyOf(node).startsWith('#');
}

/** The functions and classes that the file imports from us, or declares outside of functions. */
function receivers(
  root: Node,
  raw: ReadonlyMap<string, string>,
  isForbidden: (module: string) => boolean,
): Set<string> {
  const names = new Set<string>();
  for (const one of nodesOf(root['body'])) {
    const node = (one['declaration'] as Node | null) ?? one;
    const module = textOf((node['source'] as Node | null)?.['value']);
    if (node.type === 'ImportDeclaration' && module.startsWith('.') && !isForbidden(module))
      for (const { local } of nodesOf(node['specifiers'])) names.add(identifier(local));
    if (/^(?:Function|Class)Declaration$/.test(node.type) && !isGeneric(node, raw))
      names.add(identifier(node['id']));
    for (const { id, init } of nodesOf(node['declarations']))
      if (!isNode(init) || !isGeneric(init, raw)) names.add(identifier(id));
  }
  names.delete('');
  return names;
}

/** True for a function of any type: it could return what it receives. */
function isGeneric(node: Node, raw: ReadonlyMap<string, string>): boolean {
  const params = nodesOf(node['params']);
  if (params.some((param) => isTyped(param, raw))) return false;
  const isUntyped = params.some((param) => !param['typeAnnotation']);
  return isNode(node['typeParameters']) || isUntyped;
}

/** The parameters and variables that are the connection. */
function connectionNames(root: Node, raw: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => void (name && names.add(name));
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && node['init'] && isConnection(node['init'] as Node, raw, names))
      add(identifier(node['id']));
    if (node.type === 'ObjectPattern')
      for (const one of nodesOf(node['properties']))
        if (PROPERTIES.has(identifier(one['key']))) add(identifier(one['value']));
    for (const param of nodesOf(node['params'])) if (isTyped(param, raw)) add(identifier(param));
    if (node.type === 'CallExpression' && passesConnection(node['callee'] as Node, raw))
      for (const argument of nodesOf(node['arguments'])) add(identifier(nodesOf(argument['params'])[0]));
    for (const value of Object.values(node)) for (const child of nodesOf(value)) visit(child);
  };
  visit(root);
  return names;
}

/** True for a parameter whose type contains that of the connection. */
function isTyped(param: Node, raw: ReadonlyMap<string, string>): boolean {
  const contains = (node: Node): boolean =>
    (node.type === 'TSTypeReference' && raw.has(identifier(node['typeName']))) ||
    (/^TS(?:TypeAnnotation|UnionType|IntersectionType)$/.test(node.type) &&
      Object.values(node).flatMap(nodesOf).some(contains));
  return nodesOf(param['typeAnnotation']).some(contains);
}

/** True for a call whose function receives the connection: `inTransaction`, `prepared`, `db.transaction().execute`. */
function passesConnection(callee: Node, raw: ReadonlyMap<string, string>): boolean {
  if (rawBuilders.includes(raw.get(identifier(callee)) ?? '')) return true;
  const inner = callee['object'] as Node | undefined;
  return (
    inner?.type === 'CallExpression' && propertyOf(inner['callee'] as Node) === 'transaction' && raw.size > 0
  );
}

/** `a` of `a`, `this.a`, `a(...)` and `a[...]`. */
function nameOf(node: Node): string {
  if (node.type === 'CallExpression') return nameOf(node['callee'] as Node);
  if (node.type === 'MemberExpression' && node['computed'] === true) return nameOf(node['object'] as Node);
  return identifier(node) || propertyOf(node);
}

function propertyOf(node: Node): string {
  const property = node['property'] as Node | undefined;
  if (!property) return '';
  return property.type === 'PrivateIdentifier'
    ? `#${textOf(property['name'])}`
    : textOf(property['name'] ?? property['value']);
}

function identifier(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? textOf(node['name']) : '';
}

function nodesOf(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
