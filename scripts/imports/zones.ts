import { basename } from 'node:path';
import { consoleLayers, phoneLayers } from './rules/browser-layers.ts';
import { type Layers, entryLayer, supportFolders } from './rules/layers.ts';
import { serverLayers } from './rules/server-layers.ts';
import type { Workspace } from './workspaces.ts';

/** The location of a file for the import rules. */
export type Zone = {
  workspace: Workspace;
  /** In an app: the name of the layer or support folder. Otherwise undefined. */
  layer: string | undefined;
  /** In the layer `features`: the feature's folder. */
  feature: string | undefined;
  /** Tests and test helpers: they may import every layer of their app. */
  isTest: boolean;
};

/** Path relative to the workspace, with forward slashes. */
export function getZone(workspace: Workspace, path: string): Zone {
  const isTestFile = /\.test\.tsx?$/.test(path);
  const parts = path.split('/');
  const isApp = isAppKind(workspace) && parts[0] === 'src';
  const inSupport = parts.some((part) => supportFolders.includes(part));
  const zone = { workspace, layer: undefined, feature: undefined, isTest: isTestFile || inSupport };
  if (!isApp) return zone;
  if (parts.length === 2) return { ...zone, layer: fileLayer(workspace, parts[1] ?? '') };
  const module = `${parts[1]}/${parts[2]}`;
  return {
    ...zone,
    layer: module in getLayers(workspace) ? module : parts[1],
    feature: parts[1] === 'features' && parts.length > 3 ? parts[2] : undefined,
  };
}

/** `src/app.ts` and its folder are the layer `app`; every other file directly in `src` is an entry point. */
function fileLayer(workspace: Workspace, file: string): string {
  const name = basename(file).replace(/(\.test)?\.tsx?$/, '');
  return name !== entryLayer && name in getLayers(workspace) ? name : entryLayer;
}

function isAppKind({ kind }: Workspace): boolean {
  return kind === 'server' || kind === 'browser';
}

export function getLayers({ kind, word }: Workspace): Layers {
  if (kind === 'server') return serverLayers;
  return word === 'phone' ? phoneLayers : consoleLayers;
}
