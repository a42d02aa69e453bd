// Checks that every text of a catalog (src/texts) is used, and that texts for people follow the rules for wording
// (scripts/texts/wording.ts). The linter finds texts outside the catalogs: scripts/lint/text-in-code.ts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './imports/workspaces.ts';
import { browserApps } from './setup/build.mjs';
import { root } from './setup/paths.mjs';
import { checkWording } from './texts/check-wording.ts';
import { catalogsIn, unusedTexts } from './texts/unused-texts.ts';

let unused = 0;
for (const app of browserApps()) {
  const src = join(root, app, 'src');
  if (!existsSync(join(src, 'texts'))) continue;
  const files = sourceFiles(src)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, source: readFileSync(join(src, path), 'utf8') }));
  const sources = files.map(({ source }) => source);
  for (const { path, source } of files.filter((file) => file.path.startsWith('texts/'))) {
    for (const catalog of catalogsIn(path, source)) {
      for (const key of unusedTexts(catalog, sources)) {
        unused += 1;
        console.error(`${app}/src/${path} has an unused text: ${catalog.name}.${key}`);
      }
    }
  }
}
const problems = checkWording(root);
console.log(`${unused} unused texts, ${problems} problems of wording`);
process.exitCode = unused + problems > 0 ? 1 : 0;
