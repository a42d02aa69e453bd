import { parseSync, type ObjectExpression, Visitor } from 'oxc-parser';

/** One catalog: `export const userTexts = inLanguage({ en: { … } })`. */
export type Catalog = { name: string; keys: string[] };

/** The catalogs in a source, with the names of their top-level texts: a group of texts counts as one. */
export function catalogsIn(file: string, source: string): Catalog[] {
  const { program } = parseSync(file, source);
  const found: Catalog[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'inLanguage') return;
      const [languages] = init.arguments;
      if (languages?.type !== 'ObjectExpression') return;
      const keys = languages.properties.flatMap((language) =>
        language.type === 'Property' && language.value.type === 'ObjectExpression'
          ? keysOf(language.value)
          : [],
      );
      found.push({ name: id.name, keys: [...new Set(keys)] });
    },
  }).visit(program);
  return found;
}

function keysOf({ properties }: ObjectExpression): string[] {
  return properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
  );
}

/**
 * The texts of a catalog that no code uses, as `texts.key` or as `const { key } = texts`. If code selects by a
 * value (`texts[level]`), a text counts as used if its name occurs anywhere in the code.
 * @param sources all files that may use it, by its own name or an alias (`import { userTexts as texts }`)
 */
export function unusedTexts({ name, keys }: Catalog, sources: readonly string[]): string[] {
  const named = new Set<string>();
  let chosen = false;
  for (const source of sources) {
    const alias = new RegExp(`\\b${name} as (\\w+)`).exec(source)?.[1];
    const own = alias === undefined ? name : `(?:${name}|${alias})`;
    if (!source.includes(name)) continue;
    chosen ||= new RegExp(`\\b${own}\\[`).test(source);
    for (const [, key = ''] of source.matchAll(new RegExp(`\\b${own}\\s*\\.\\s*(\\w+)`, 'g'))) named.add(key);
    for (const [, picked = ''] of source.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${own}\\b`, 'g'))) {
      for (const key of picked.match(/\w+/g) ?? []) named.add(key);
    }
  }
  const others = sources.filter((source) => !source.includes(`const ${name} =`));
  const isWord = (key: string) => others.some((source) => new RegExp(`\\b${key}\\b`).test(source));
  return keys.filter((key) => !named.has(key) && !(chosen && isWord(key)));
}
