import type { ResolvedImport, SourceFile } from './graph.ts';
import { entryLayer, packageUses, supportFolders, toolUses } from './rules/layers.ts';
import { type Zone, getLayers, getZone } from './zones.ts';

/** Why a file may not import another, with the allowed imports; undefined if it may import it. */
export function importViolation(
  file: SourceFile,
  { how, specifier, target }: ResolvedImport,
): string | undefined {
  if (!target) return `"${specifier}" leads to no source file of ours`;
  const from = getZone(file.workspace, file.path);
  const to = getZone(target.workspace, target.path);
  if (/\.test\.tsx?$/.test(target.path)) return 'no file may import a test';
  if (to.isTest && !from.isTest && from.workspace.kind !== 'tool')
    return `only tests and tools import ${supportFolders.join('/, ')}/`;
  if (/^src\/main\.tsx?$/.test(target.path) && !from.isTest) return `no file may import an app's main`;
  if (from.workspace === to.workspace) return insideWorkspace(from, to);
  if (how === 'relative')
    return `a relative import stays in ${from.workspace.path}; use ${to.workspace.name}/...`;
  return betweenWorkspaces(from, to);
}

function insideWorkspace(from: Zone, to: Zone): string | undefined {
  if (from.isTest || !from.layer) return undefined;
  const sameLayer = from.layer === to.layer;
  if (sameLayer && from.feature === to.feature) return undefined;
  if (sameLayer && from.layer === 'features') {
    if (!from.feature || !to.feature) return undefined;
    return `a feature never imports another: ${from.feature} imports ${to.feature}. Move shared code to a lower layer, or join it in app`;
  }
  if (to.layer === entryLayer)
    return `only the app's own entry points (the files next to ${entryLayer}) import this one`;
  const layers = getLayers(from.workspace);
  const uses = layers[from.layer]?.uses ?? [];
  if (to.layer && uses.includes(to.layer)) return undefined;
  return `${from.layer} may import ${list(uses)}, not ${to.layer}`;
}

function betweenWorkspaces(from: Zone, to: Zone): string | undefined {
  const allowed = allowedWorkspaces(from);
  if (allowed.includes(to.workspace.word)) return undefined;
  return `${from.layer ? `${from.workspace.path} ${from.layer}` : from.workspace.path} may import ${list(allowed)}, not ${to.workspace.word}`;
}

function allowedWorkspaces({ workspace, layer, isTest }: Zone): readonly string[] {
  if (workspace.kind === 'package') return packageUses[workspace.word] ?? [];
  if (workspace.kind === 'tool') return toolUses[workspace.word] ?? [];
  // How a browser app is built is not part of it.
  if (workspace.kind === 'browser' && !layer) return [...Object.keys(packageUses), 'scripts'];
  if (isTest || !layer) return Object.keys(packageUses);
  return getLayers(workspace)[layer]?.ours ?? [];
}

const list = (words: readonly string[]) => (words.length > 0 ? words.join(', ') : 'nothing of ours');
