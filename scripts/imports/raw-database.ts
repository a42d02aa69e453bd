import { basename, join } from 'node:path';
import { type Program, Visitor } from 'oxc-parser';
import type { SourceFile } from './graph.ts';
import { readProgram } from './read-imports.ts';
import { handles, rawDatabase, rawKysely, rawOpeners, reviewedReceivers } from './rules/database.ts';
import { commandLayers } from './rules/server-layers.ts';
import { unlistedUses } from './raw-uses.ts';
import { getZone } from './zones.ts';

const DATABASE = 'src/db/';
const LEAK = 'a feature could import the connection from here';

type Found = { line: number; why: string };
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * Finds code below the features that exports the connection, its type under another name, or a function that returns
 * it; and code of `app.ts`, `app/` and the entry points that passes it to a feature.
 */
export function rawDatabaseViolations(file: SourceFile): Found[] {
  const { layer, isTest } = getZone(file.workspace, file.path);
  const definesIt = file.path.slice(DATABASE.length) in rawDatabase && file.path.startsWith(DATABASE);
  const isMigration = file.path.startsWith(`${DATABASE}migrations/`);
  if (file.workspace.kind !== 'server' || !layer || isTest || layer === 'features') return [];
  if (definesIt || isMigration || commandLayers.includes(layer)) return [];
  const parsed = readProgram(join(file.workspace.folder, file.path));
  if (!parsed) return [];
  const { program, lineAt } = parsed;
  const isAbove = layer === 'app' || layer === 'main';
  const reviewed = reviewedReceivers[file.path] ?? [];
  const isFeature = (module: string) => module.includes('/features/');
  const uses = unlistedUses(program, rawNames(program), isFeature, reviewed);
  const all = isAbove
    ? [...passed(program), ...uses]
    : [...exported(program, reviewed.includes('import')), ...uses];
  const lines = new Set(all.map(({ start }) => lineAt(start)));
  return [...lines].map((line) => ({ line, why: isAbove ? 'features get handles' : LEAK }));
}

/** What a file imports of the connection: its types, and functions for it, by local name. */
type RawNames = ReadonlyMap<string, string>;

function rawNames(program: Program): RawNames {
  const names = new Map<string, string>();
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration') continue;
    const raw = rawOf(node.source.value);
    for (const one of node.specifiers) {
      if (one.type !== 'ImportSpecifier') {
        if (raw.length > 0 && node.source.value !== 'kysely') names.set(one.local.name, '*');
      } else if (raw.includes(nameOf(one.imported))) names.set(one.local.name, nameOf(one.imported));
    }
  }
  return names;
}

const RAW_BY_NAME = new Map(Object.entries(rawDatabase).map(([path, names]) => [basename(path), names]));

/** The names of a module that are or give the connection. A file with the name of one of `db/` counts as that one. */
function rawOf(specifier: string): readonly string[] {
  if (specifier === 'kysely') return rawKysely;
  return (specifier.startsWith('.') && RAW_BY_NAME.get(basename(specifier))) || [];
}

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value ?? '';
}

/**
 * What exports the connection from a module.
 * @param mayImport true if the file may import modules whose name it computes
 */
function exported(program: Program, mayImport: boolean): Node[] {
  const raw = rawNames(program);
  const values = connectionsIn(program, raw);
  const found: Node[] = [];
  const check = (node: unknown, isLeak: boolean) => {
    if (isLeak) found.push(node as Node);
  };
  const isValue = (node: unknown): boolean => isConnection(node, raw, values);
  const passesOn = (params: readonly object[]) =>
    params.some((one) => receives((one as { typeAnnotation?: unknown }).typeAnnotation, raw));
  new Visitor({
    ImportDeclaration(node) {
      const isRaw = node.source.value !== 'kysely' && rawOf(node.source.value).length > 0;
      const all = node.specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier');
      if (all) check(all, isRaw);
    },
    // The check of uses knows the connection by these names.
    TSPropertySignature: (node) =>
      check(
        node,
        gives(node.typeAnnotation, raw) && !/^(?:db|tx)$/.test(nameOf(node.key as { type: string })),
      ),
    ImportExpression: ({ source }) =>
      check(source, source.type === 'Literal' ? rawOf(String(source.value)).length > 0 : !mayImport),
    ExportAllDeclaration: (node) =>
      check(node, rawOf(node.source.value).length > 0 && node.source.value !== 'kysely'),
    ExportNamedDeclaration(node) {
      const of = node.source ? new Set(rawOf(node.source.value)) : new Set([...raw.keys(), ...values]);
      for (const one of node.specifiers) check(one, of.has(nameOf(one.local)));
      const { declaration } = node;
      if (declaration?.type === 'TSTypeAliasDeclaration') check(node, gives(declaration.typeAnnotation, raw));
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations) {
        const type = (id as unknown as Node)['typeAnnotation'];
        check(init, type ? gives(type, raw) : isValue(init));
      }
    },
    ExportDefaultDeclaration: (node) => check(node, isValue(node.declaration)),
    FunctionDeclaration: (node) => check(node, gives(node.returnType, raw) || passesOn(node.params)),
    FunctionExpression: (node) => check(node, gives(node.returnType, raw) || passesOn(node.params)),
    ArrowFunctionExpression: (node) =>
      check(
        node,
        gives(node.returnType, raw) || passesOn(node.params) || (node.expression && isValue(node.body)),
      ),
    ReturnStatement: (node) => check(node, isValue(node.argument)),
    PropertyDefinition: (node) =>
      check(node, isPublic(node) && (gives(node.typeAnnotation, raw) || isValue(node.value))),
    TSParameterProperty: (node) => check(node, node.accessibility !== 'private'),
  }).visit(program);
  // Only the class itself can use a private member, which no module exports.
  return found.filter(
    (node) => !privateMembers(program).some((of) => of.start <= node.start && node.end <= of.end),
  );
}

function isPublic({ key, accessibility }: { key: { type: string }; accessibility?: string | null }): boolean {
  return key.type !== 'PrivateIdentifier' && accessibility !== 'private';
}

function privateMembers(program: Program): Node[] {
  const found: Node[] = [];
  new Visitor({
    MethodDefinition(node) {
      if (!isPublic(node)) found.push(node as unknown as Node);
    },
  }).visit(program);
  return found;
}

/** The names of parameters and variables that are the connection. */
function connectionsIn(program: Program, raw: RawNames): Set<string> {
  const names = new Set<string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isConnection(init, raw, names)) names.add(id.name);
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'Identifier' || raw.get(callee.name) !== 'inTransaction') return;
      for (const one of args) {
        if (one.type !== 'ArrowFunctionExpression' && one.type !== 'FunctionExpression') continue;
        for (const param of one.params) if (param.type === 'Identifier') names.add(param.name);
      }
    },
  }).visit(program);
  return names;
}

/** True for an expression that is the connection: its name, the call that opens it, or an object or list with it. */
function isConnection(node: unknown, raw: RawNames, values: ReadonlySet<string>): boolean {
  const inner = (one: unknown) => isConnection(one, raw, values);
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'Identifier':
      return raw.has(String(node['name'])) || values.has(String(node['name']));
    case 'CallExpression':
      return isNode(node['callee']) && rawOpeners.includes(raw.get(String(node['callee']['name'])) ?? '');
    case 'AwaitExpression':
      return inner(node['argument']);
    case 'ObjectExpression':
      return list(node['properties']).some((one) => inner(one['value'] ?? one['argument']));
    case 'ArrayExpression':
      return list(node['elements']).some(inner);
    case 'ConditionalExpression':
      return inner(node['consequent']) || inner(node['alternate']);
    case 'LogicalExpression':
      return inner(node['left']) || inner(node['right']);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return inner(node['expression']);
    default:
      return false;
  }
}

/** True for a type that is the connection or gives it: a function that returns it, a promise or union of it. */
function gives(type: unknown, raw: RawNames): boolean {
  if (!isNode(type)) return false;
  switch (type.type) {
    case 'TSTypeReference': {
      const name = type['typeName'];
      const isRaw = isNode(name) && name.type === 'Identifier' && raw.has(String(name['name']));
      const given = isNode(type['typeArguments']) ? list(type['typeArguments']['params']) : [];
      return isRaw || given.some((one) => gives(one, raw));
    }
    case 'TSImportType':
      return isNode(type['source']) && rawOf(String(type['source']['value'])).length > 0;
    case 'TSTypeQuery':
      return isNode(type['exprName']) && raw.has(String(type['exprName']['name']));
    case 'TSTypeAnnotation':
    case 'TSArrayType':
      return gives(type['typeAnnotation'] ?? type['elementType'], raw);
    case 'TSFunctionType':
      return gives(type['returnType'], raw);
    case 'TSUnionType':
    case 'TSIntersectionType':
      return list(type['types']).some((one) => gives(one, raw));
    case 'TSTupleType':
      return list(type['elementTypes']).some((one) => gives(one, raw));
    default:
      return false;
  }
}

/** True for the type of a function with the connection as a parameter. */
function receives(type: unknown, raw: RawNames): boolean {
  if (!isNode(type)) return false;
  if (type.type === 'TSTypeAnnotation') return receives(type['typeAnnotation'], raw);
  return (
    type.type === 'TSFunctionType' && list(type['params']).some((one) => gives(one['typeAnnotation'], raw))
  );
}

/** The values that pass a connection to a function of a feature. */
function passed(program: Program): Node[] {
  const ofFeatures = new Set<string>();
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.includes('/features/')) continue;
    for (const { local } of node.specifiers) ofFeatures.add(local.name);
  }
  const values = new Set(['db', ...connectionsIn(program, rawNames(program))]);
  const found: Node[] = [];
  const check = ({ callee, arguments: args }: { callee: unknown; arguments: readonly unknown[] }) => {
    if (!isNode(callee) || callee.type !== 'Identifier' || !ofFeatures.has(String(callee['name']))) return;
    for (const arg of args) findIn(arg);
  };
  const findIn = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) findIn(one);
    if (!isNode(node)) return;
    if (node.type === 'Identifier' && values.has(String(node['name']))) found.push(node);
    const callee = node['callee'];
    if (node.type === 'NewExpression' && isNode(callee) && handles.includes(String(callee['name']))) return;
    for (const [name, value] of Object.entries(node)) {
      // The name of a property is no value.
      if (name === 'key' || (name === 'property' && node['computed'] === false)) continue;
      findIn(value);
    }
  };
  new Visitor({ CallExpression: check, NewExpression: check }).visit(program);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
