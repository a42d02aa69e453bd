import { loadedFor, type Manifest } from './loaded.ts';

/** A module that a screen loads on demand, after it is shown: an editor, a chart. Gzipped, in bytes. */
export type DeferredModule = {
  /** Its key in the manifest. */
  module: string;
  bytes: number;
  maximum: number;
  isOverBudget: boolean;
};

/** In bytes. All other modules have the budget `OTHERS`. */
const BUDGETS: Readonly<Record<string, number>> = {
  // CodeMirror. Until it is loaded, or if loading fails, the field is a plain text field.
  'src/form/template/template-editor.ts': 100_000,
  // The formats of telephone numbers of all countries, to validate typed numbers.
  '../../packages/alerts/src/phone-numbers.ts': 55_000,
  // Recharts, on one page of administrators.
  'src/features/overview/days-chart.tsx': 125_000,
};
const OTHERS = 10_000;

/**
 * The modules that are loaded on demand, largest first. A module's size counts only files that its importers have not
 * loaded.
 * @param screens modules of the screens, which have separate budgets
 * @param sizeOf gzipped bytes of a built file
 */
export function measureDeferredModules(
  manifest: Manifest,
  screens: ReadonlySet<string>,
  sizeOf: (file: string) => number,
): DeferredModule[] {
  const importers = Object.keys(manifest).filter((key) => manifest[key]?.dynamicImports);
  const imported = new Set(importers.flatMap((key) => manifest[key]?.dynamicImports ?? []));
  return [...imported]
    .filter((module) => !screens.has(module))
    .map((module) => {
      const loaded = loadedFor(
        manifest,
        importers.filter((key) => manifest[key]?.dynamicImports?.includes(module)),
      );
      const files = loadedFor(manifest, [module]).difference(loaded);
      const bytes = [...files].reduce((total, file) => total + sizeOf(file), 0);
      const maximum = BUDGETS[module] ?? OTHERS;
      return { module, bytes, maximum, isOverBudget: bytes > maximum };
    })
    .toSorted((a, b) => b.bytes - a.bytes);
}
