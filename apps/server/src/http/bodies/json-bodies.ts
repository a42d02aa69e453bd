import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors/call-error.ts';

/** Largest body of a JSON call, in bytes: the longest setting in four-byte characters, and a margin. */
export const BODY_LIMIT = 256 * 1024;

/**
 * Accepts JSON bodies only, rejects `__proto__` in them, and reads an empty body as an empty object. A body that is not
 * UTF-8 is rejected: with replaced characters, its texts would differ from the sent ones.
 */
export function jsonBodiesOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      done(new CallError(400, 'The body is not valid JSON: it is not UTF-8.'));
      return;
    }
    if (text === '') done(null, {});
    else void parse(request, text, done);
  });
}
