/** A name that an object of a JSON text has more than once. `path`: the names and indexes that lead to the object. */
export type DuplicateName = { path: readonly (string | number)[]; name: string };

type Container = { names: Set<string> | null; key: string | number };

/** A string, or a character of the structure. Other values are skipped. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

/**
 * Names that an object has more than once in a valid JSON text: `JSON.parse` keeps only the last one, and a reader of the
 * text may see another.
 */
export function findDuplicateNames(text: string): DuplicateName[] {
  const found: DuplicateName[] = [];
  const stack: Container[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      const isObject = token === '{';
      stack.push({ names: isObject ? new Set() : null, key: isObject ? '' : 0 });
      isName = isObject;
    } else if (token === '}' || token === ']') {
      stack.pop();
      isName = false;
    } else if (token === ',') {
      if (typeof top?.key === 'number') top.key += 1;
      isName = top?.names !== null;
    } else if (token === ':') {
      isName = false;
    } else if (isName && top?.names) {
      // Two notations of one name, such as `\u0064ata`, are the same.
      const name = JSON.parse(token) as string;
      if (top.names.has(name)) found.push({ path: stack.slice(0, -1).map(({ key }) => key), name });
      top.names.add(name);
      top.key = name;
    }
  }
  return found;
}
