import { loadedFor, type Manifest } from './loaded.ts';

/** What a screen fetches after it is shown, when it is needed: an editor, a chart. Gzipped, in bytes. */
export type Later = {
  /** The module that is asked for, as the manifest names it. */
  module: string;
  bytes: number;
  most: number;
  /** True where it is over its cap. */
  over: boolean;
};

/** In bytes. What is not named here may be as large as `OTHERS`. */
const MOST: Readonly<Record<string, number>> = {
  // CodeMirror; until it is there, and where it can't be loaded, the field is a plain one.
  'src/form/template/template-editor.ts': 100_000,
  // The numbering plans of all countries, to check what is typed.
  '../../packages/alerts/src/phone-numbers.ts': 55_000,
  // Recharts, on one page of administrators.
  'src/features/overview/days-chart.tsx': 125_000,
};
const OTHERS = 10_000;

/**
 * The pieces that load by themselves, the largest first.
 * @param first modules that a screen begins with: they have budgets of their own
 * @param sizeOf gzipped bytes of a built file
 */
export function measureLater(
  manifest: Manifest,
  first: ReadonlySet<string>,
  sizeOf: (file: string) => number,
): Later[] {
  const asking = Object.keys(manifest).filter((key) => manifest[key]?.dynamicImports);
  const pieces = new Set(asking.flatMap((key) => manifest[key]?.dynamicImports ?? []));
  return [...pieces]
    .filter((module) => !first.has(module))
    .map((module) => {
      const there = loadedFor(
        manifest,
        asking.filter((key) => manifest[key]?.dynamicImports?.includes(module)),
      );
      const files = loadedFor(manifest, [module]).difference(there);
      const bytes = [...files].reduce((total, file) => total + sizeOf(file), 0);
      const most = MOST[module] ?? OTHERS;
      return { module, bytes, most, over: bytes > most };
    })
    .toSorted((a, b) => b.bytes - a.bytes);
}
