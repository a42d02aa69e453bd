import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PHONE_POLICY } from './content-security.ts';

/**
 * Serves the built phone app under `/phone`. Browsers cache files with a hash in their name forever; the page, the
 * service worker and the icons are revalidated each time.
 * @param dist the folder of the build
 */
export async function phoneFiles(app: FastifyInstance, dist: string): Promise<void> {
  app.get('/phone', async (_request, reply) => reply.redirect('/phone/'));
  if (!existsSync(join(dist, 'index.html'))) {
    app.get('/phone/*', async (_request, reply) =>
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The phone app is not built yet. Run `npm start`.'),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: dist,
    prefix: '/phone/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['.built-of'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(dist, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('content-security-policy', PHONE_POLICY);
      reply.header('permissions-policy', PHONE_PERMISSIONS);
    },
  });
}

/** What the page may ask the person for: its location, and pictures of its camera. */
const PHONE_PERMISSIONS = 'camera=(self), geolocation=(self), microphone=()';
