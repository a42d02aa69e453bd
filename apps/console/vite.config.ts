import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['CALLPOINT_SERVER'] ?? 'http://127.0.0.1:3000';
const toServer = Object.fromEntries(
  ['/api', '/tapi', '/sapi', '/mapi', '/healthz'].map((path) => [path, { target: server }]),
);

export default defineConfig({
  base: '/app/',
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5173, proxy: toServer },
  preview: { host: '127.0.0.1', proxy: toServer },
  build: {
    target: 'es2023',
    manifest: true,
    // What every page needs and no change of ours touches: one file, kept by browsers from version to version.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
        },
      },
    },
  },
});
