import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sourceFiles } from '../imports/workspaces.ts';
import { REVIEWED, SPECIFIED } from './exemptions.ts';
import { textsIn } from './texts-in.ts';
import { findWordingProblems } from './wording.ts';

/** Folders whose texts people read. In a catalog every string is a text, and sentence case applies. */
const FOLDERS = [
  { folder: 'apps/console/src/texts', isCatalog: true },
  { folder: 'apps/phone/src/texts', isCatalog: true },
  { folder: 'apps/server/src', isCatalog: false },
  { folder: 'apps/server/demo', isCatalog: false },
  { folder: 'packages/alerts/src', isCatalog: false },
  { folder: 'packages/contract/src', isCatalog: false },
];

/** Files that are not checked: tests, earlier defaults in migrations, what the demo's people write, and Spanish. */
const NOT_OURS =
  /\.test\.tsx?$|(^|\/)testing\/|\/arbitraries\.ts$|\/db\/migrations\/|\/demo\/companies\/|\/phone\/src\/texts\/es\.ts$/;

/**
 * Prints each violation of the wording rules with its file and line, and each exception that no text needs.
 * @param root the repository's folder
 * @returns the number of violations
 */
export function checkWording(root: string): number {
  const exempt = [...SPECIFIED, ...Object.keys(REVIEWED)].toSorted((a, b) => b.length - a.length);
  const unused = new Set(Object.keys(REVIEWED));
  let problems = 0;
  for (const { folder, isCatalog } of FOLDERS) {
    for (const name of sourceFiles(join(root, folder))) {
      const path = relative(root, join(root, folder, name)).replaceAll('\\', '/');
      if (!/\.tsx?$/.test(path) || NOT_OURS.test(path)) continue;
      for (const { line, text } of textsIn(path, readFileSync(join(root, path), 'utf8'), isCatalog)) {
        for (const literal of unused) if (text.includes(literal)) unused.delete(literal);
        for (const { words, better } of findWordingProblems(text, { exempt, isLabel: isCatalog })) {
          problems += 1;
          console.error(
            `${path}:${line} has “${words}”. Better: ${better}. The text: ${JSON.stringify(text)}`,
          );
        }
      }
    }
  }
  for (const literal of unused) {
    problems += 1;
    console.error(`scripts/texts/exemptions.ts has an unused exception: ${JSON.stringify(literal)}`);
  }
  return problems;
}
