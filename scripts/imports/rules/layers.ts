/**
 * The allowed directions of imports, for each kind of workspace. A layer is a folder of `src`, a module of such a folder
 * (`delivery/queue`), or a file directly in it.
 * Each layer may import itself and its `uses`; `ours` are the packages (contract, alerts) that it may import.
 * In the layer `features`, each folder is a separate feature and never imports another.
 */
export type Layers = Record<string, { uses: readonly string[]; ours: readonly string[] }>;

/** The packages that both sides of the API share. */
export const both = ['contract', 'alerts'] as const;

/** Files directly in `src` (the app's entry points): they may use all layers; within the app, only they use each other. */
export const entryLayer = 'main';

/** Folders for tests, demo data and benchmarks: they may import any file of their app; the product never imports them. */
export const supportFolders: readonly string[] = ['testing', 'factories', 'tests', 'demo'];

/** The packages of ours that each package may import; a package that is not listed may import none. */
export const packageUses: Record<string, readonly string[]> = {
  contract: [],
  alerts: ['contract'],
};

/** Workspaces of tools, and the workspaces that each may import. `server` and `console` are the apps. */
export const toolUses: Record<string, readonly string[]> = {
  e2e: ['contract', 'alerts', 'server', 'scripts'],
  bench: ['contract', 'alerts', 'server', 'scripts'],
  scripts: ['contract', 'alerts', 'server'],
};
