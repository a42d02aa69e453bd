// Texts for people stand in a catalogue (src/texts) wherever an app has one, and each is used: docs/decisions tells why.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './imports/workspaces.ts';
import { browserApps } from './setup/build.mjs';
import { root } from './setup/paths.mjs';
import { cataloguesIn, unusedTexts, type Catalogue } from './texts/unused-texts.ts';
import { wordsInCode } from './texts/words-in-code.ts';

const CATALOGUE = 'texts/';

/** What reads like a text and is none, by file: a header, what browsers say, names of typefaces. */
const NOT_FOR_PEOPLE: Readonly<Record<string, RegExp>> = {
  'live/open-stream.ts': /^Bearer$/,
  'net/request.ts': /^Bearer$/,
  'app/missing-code.ts': /module|preload/,
  'app/theme/theme.ts': /sans-serif|monospace/,
};

let files = 0;
let outside = 0;
let unused = 0;
for (const app of browserApps()) {
  const src = `${app}/src`;
  if (!existsSync(join(root, src, CATALOGUE))) continue;
  const catalogues: { catalogue: Catalogue; file: string }[] = [];
  const sources: string[] = [];
  for (const path of sourceFiles(join(root, src))) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const file = `${src}/${path}`;
    const source = readFileSync(join(root, file), 'utf8');
    sources.push(source);
    if (path.startsWith(CATALOGUE)) {
      catalogues.push(...cataloguesIn(file, source).map((catalogue) => ({ catalogue, file })));
      continue;
    }
    files += 1;
    for (const { text, line } of wordsInCode(file, source)) {
      if (NOT_FOR_PEOPLE[path]?.test(text)) continue;
      outside += 1;
      console.error(`${file}:${line} has the words “${text}”: they belong in ${src}/${CATALOGUE}`);
    }
  }
  for (const { catalogue, file } of catalogues) {
    for (const key of unusedTexts(catalogue, sources)) {
      unused += 1;
      console.error(`${file} has a text that nothing shows: ${catalogue.name}.${key}`);
    }
  }
}
console.log(`${files} files, ${outside} texts outside the catalogue, ${unused} in it that are not used`);
process.exitCode = outside + unused > 0 ? 1 : 0;
