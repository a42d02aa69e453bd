import type { SourceFile } from './graph.ts';
import { supportFolders } from './rules/layers.ts';
import { getLayers, getZone } from './zones.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Why a file's name or location is not allowed; undefined if it is allowed. */
export function nameViolation({ workspace, path }: SourceFile): string | undefined {
  const parts = path.split('/');
  const odd = parts.find((part) => !kebab.test(part));
  if (odd) return `"${odd}" is not in kebab-case`;
  if (parts.at(-1)?.startsWith('index.')) return 'no index files: a file name describes the content';
  const { layer, feature } = getZone(workspace, path);
  if (layer === 'features' && !feature) return 'a file in features/ belongs in the folder of its feature';
  const known = [...Object.keys(getLayers(workspace)), ...supportFolders];
  if (layer && !known.includes(layer)) {
    return `src/${layer} is no layer; there are ${known.join(', ')}`;
  }
  return undefined;
}
