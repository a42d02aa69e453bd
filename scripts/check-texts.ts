// Texts for people stand in a catalogue (src/lib/texts) wherever an app has one: docs/decisions tells why.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './imports/workspaces.ts';
import { browserApps } from './setup/build.mjs';
import { root } from './setup/paths.mjs';
import { wordsInCode } from './texts/words-in-code.ts';

const CATALOGUE = 'lib/texts/';

/** What reads like a text and is none, by file: a header, what browsers say, names of typefaces. */
const NOT_FOR_PEOPLE: Readonly<Record<string, RegExp>> = {
  'lib/api-client.ts': /^Bearer$/,
  'lib/live/open-stream.ts': /^Bearer$/,
  'app/missing-code.ts': /module|preload/,
  'app/theme/theme.ts': /sans-serif|monospace/,
};

let files = 0;
let found = 0;
for (const app of browserApps()) {
  const src = `${app}/src`;
  if (!existsSync(join(root, src, CATALOGUE))) continue;
  for (const path of sourceFiles(join(root, src))) {
    const isCode = /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
    if (!isCode || path.startsWith(CATALOGUE)) continue;
    files += 1;
    const file = `${src}/${path}`;
    for (const { text, line } of wordsInCode(file, readFileSync(join(root, file), 'utf8'))) {
      if (NOT_FOR_PEOPLE[path]?.test(text)) continue;
      found += 1;
      console.error(`${file}:${line} has the words “${text}”: they belong in ${src}/${CATALOGUE}`);
    }
  }
}
console.log(`${files} files, ${found} texts outside the catalogue`);
process.exitCode = found > 0 ? 1 : 0;
