import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * Libraries with many small files, those that import one of them, and what only these depend on. Others stay in
 * node_modules: some load files of their own package.
 */
const BUNDLED = [
  'kysely',
  'zod',
  'fastify-type-provider-zod',
  '@fastify/error',
  'libphonenumber-js',
  'nodemailer',
  'prom-client',
  '@opentelemetry/api',
];

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Loaded at run time by its address: each has a file of its own. */
const migrations = Object.fromEntries(
  readdirSync(source('db/migrations')).map((file) => [
    `migrations/${file.replace(/\.ts$/, '')}`,
    source(`db/migrations/${file}`),
  ]),
);

/** The server as `npm start` runs it, in a few files: loading its 1,800 modules takes most of a start. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node26',
    // Stack traces name the functions, and comments in the files name the sources.
    minify: false,
    rolldownOptions: {
      input: {
        main: source('main.ts'),
        'checkpoint-thread': source('db/sqlite/checkpoint-thread.ts'),
        'argon2-thread': source('http/auth/argon2-thread.ts'),
        'pdf-thread': source('features/incidents/export/pdf/pdf-thread.ts'),
        'password-cost': source('http/auth/password-cost.ts'),
        ...migrations,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js' },
    },
  },
  ssr: { noExternal: BUNDLED },
});
