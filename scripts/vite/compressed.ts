import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files smaller than this, in bytes, gain nothing. */
const MIN_SIZE = 1024;

/** Writes each script and style sheet also as `.br` and `.gz`, so that the server does not compress on every request. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Read from disk: before writing, the contents of a bundle are not final.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(files.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const source = await readFile(file);
  if (source.length < MIN_SIZE) return;
  // Both use their highest level: 11 by default and, set here, 9.
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source),
    promisify(gzip)(source, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
