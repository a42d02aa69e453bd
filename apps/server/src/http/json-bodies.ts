import type { FastifyInstance } from 'fastify';

/** Largest body of a JSON call, in bytes: the longest setting in four-byte characters, and some room. */
export const BODY_LIMIT = 256 * 1024;

/** Takes JSON bodies only, refuses `__proto__` in them, and reads an empty one as one that says nothing. */
export function jsonBodiesOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parse(request, body.toString(), done);
  });
}
