import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** The service worker's source, relative to the app's folder. */
const SOURCE = 'src/sw.ts';
/** Pictures for app stores and shops: no phone needs them offline. */
const NOT_CACHED = /^screenshots\/|^\.|\.(br|gz|map)$/;

/**
 * Builds the service worker into one file without a hash in its name, with the list of all files of the app. A changed
 * file changes the list, so that the browser finds the new version.
 */
export function serviceWorker(): Plugin {
  let root = '';
  let isChild = false;
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      isChild = config.build.lib !== false && config.build.lib !== undefined;
    },
    async writeBundle({ dir = '' }) {
      if (isChild) return;
      const files = filesIn(dir).filter((file) => !NOT_CACHED.test(file) && file !== 'sw.js');
      const version = createHash('sha256');
      for (const file of files) version.update(file).update(readFileSync(join(dir, file)));
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: {
          FILES: JSON.stringify(files.map((file) => (file === 'index.html' ? '' : file))),
          VERSION: JSON.stringify(version.digest('hex').slice(0, 12)),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          lib: { entry: join(root, SOURCE), formats: ['iife'], name: 'callpoint', fileName: () => 'sw.js' },
        },
      });
    },
  };
}

/** All files of a folder, relative to it, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}
