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
  // The fields below the first view of the start page, with everything that edits and validates them.
  'src/app/pages/dashboard-settings.tsx': 64_000,
  // The settings' own code with their previews, whose labels the search reads when it opens: the chosen setting needs it next.
  'src/app/palette/settings/team-settings.ts': 72_500,
  // The formats of telephone numbers of all countries, to validate typed numbers.
  '../../packages/alerts/src/sms/phone-numbers.ts': 55_000,
  // Leaflet, only where map tiles are configured. Until it is loaded, or if loading fails, the positions are drawn.
  'src/features/incidents/map/leaflet-map.tsx': 55_000,
  // The code of forms, which other screens have loaded before.
  'src/features/incidents/drills/drill-dialog.tsx': 58_000,
  'src/features/incidents/monthly-report/monthly-report-dialog.tsx': 55_000,
};
const OTHERS = 10_000;

/** Loaded with the first input on every screen with a frame: it is there before what people open. */
const LATER = 'src/app/palette/palette-dialog.tsx';

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
  const later = manifest[LATER] ? loadedFor(manifest, [LATER]) : new Set<string>();
  return [...imported]
    .filter((module) => !screens.has(module))
    .map((module) => {
      const loaded = loadedFor(
        manifest,
        importers.filter((key) => manifest[key]?.dynamicImports?.includes(module)),
      );
      const own = loadedFor(manifest, [module]).difference(loaded);
      const files = manifest[module]?.file === manifest[LATER]?.file ? own : own.difference(later);
      const bytes = [...files].reduce((total, file) => total + sizeOf(file), 0);
      const maximum = BUDGETS[module] ?? OTHERS;
      return { module, bytes, maximum, isOverBudget: bytes > maximum };
    })
    .toSorted((a, b) => b.bytes - a.bytes);
}
