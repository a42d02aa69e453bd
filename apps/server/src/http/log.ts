import { pino, type Logger } from 'pino';
import type { Environment } from '../config/environment.ts';

/** The log of one process: calls by their path without its query, where tokens are, and no header or body. */
export function openLog(level: Environment['logLevel']): Logger {
  return pino({
    level,
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  });
}
