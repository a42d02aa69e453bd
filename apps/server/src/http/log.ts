import type { FastifyServerOptions } from 'fastify';
import type { Environment } from '../config/environment.ts';

/** How calls are logged: the path without its query, where tokens are, and no header or body. */
export function logOptions(level: Environment['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  };
}
