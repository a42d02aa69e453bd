import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, isLoaded, knownModules } from './build/chunks.ts';
import { compiledEarly } from './build/compiled-early.ts';
import { compressed } from '@callpoint/scripts/vite/compressed.ts';
import { earlyLogin, SCRIPT as EARLY_LOGIN } from './build/early-login.ts';
import { EARLY, earlyScript } from './build/early-script.ts';
import { manifest } from './build/manifest.ts';
import { preloads } from './build/preloads.ts';
import { reactIds } from './build/react-ids.ts';
import { withoutInfiniteQueries } from './build/without-infinite-queries.ts';
import { withoutUnusedParts } from './build/without-unused-parts.ts';
import { zodForBrowsers } from './build/zod-for-browsers.ts';

const server = process.env['CALLPOINT_SERVER'] ?? 'http://127.0.0.1:3000';
const toServer = Object.fromEntries(
  ['/api', '/tapi', '/sapi', '/mapi', '/healthz'].map((path) => [path, { target: server }]),
);

export default defineConfig({
  base: '/app/',
  plugins: [
    react(),
    reactIds(),
    withoutInfiniteQueries(),
    withoutUnusedParts(),
    zodForBrowsers(),
    earlyLogin(),
    earlyScript(),
    compiledEarly(),
    compressed(),
    knownModules(),
    manifest(),
    preloads(),
  ],
  server: { host: '127.0.0.1', port: 5173, proxy: toServer },
  preview: { host: '127.0.0.1', proxy: toServer },
  build: {
    target: 'es2023',
    modulePreload: {
      // Every browser of the target preloads modules by itself.
      polyfill: false,
      resolveDependencies: (file, files) => files.filter((needed) => !isLoaded(needed, file)),
    },
    rolldownOptions: {
      input: ['index.html', EARLY, EARLY_LOGIN],
      // Nothing imports from an entry: its code may share a file with others.
      preserveEntrySignatures: false,
      output: {
        codeSplitting: { groups: chunkGroups },
        // The first screen contains the names of all files, and a hash does not compress: it is as short as the bundler allows.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
