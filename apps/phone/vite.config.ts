import { compressed } from '@callpoint/scripts/vite/compressed.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './build/service-worker.ts';
import { spanishManifest } from './build/spanish-manifest.ts';

const server = process.env['CALLPOINT_SERVER'] ?? 'http://127.0.0.1:3000';

/** Modules of the first screen. The others are loaded with the screens that need them. */
const FIRST_SCREEN =
  /apps\/phone\/src\/(app|display|links|net|outbox|session|storage|store|texts|device|features\/(home|contacts|sign-in))\/(?!bars|es\.ts|push\.ts|notification\.ts|choices|response\/|follow\.ts|better-location\.ts)/;

export default defineConfig({
  base: '/phone/',
  plugins: [react(), spanishManifest(), serviceWorker(), compressed()],
  server: { host: '127.0.0.1', port: 5174, proxy: { '/mapi': { target: server } } },
  build: {
    target: 'es2023',
    // One file for what every start loads: it is smaller than several that share nothing when they are compressed.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', test: FIRST_SCREEN }] } } },
  },
});
