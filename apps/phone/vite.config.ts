import { compressed } from '@callpoint/scripts/vite/compressed.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './build/service-worker.ts';
import { spanishManifest } from './build/spanish-manifest.ts';

const server = process.env['CALLPOINT_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/phone/',
  plugins: [react(), spanishManifest(), serviceWorker(), compressed()],
  server: { host: '127.0.0.1', port: 5174, proxy: { '/mapi': { target: server } } },
  build: { target: 'es2023' },
});
