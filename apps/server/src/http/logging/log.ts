import { destination, pino, type DestinationStream, type Logger } from 'pino';
import type { ServerEnvironment } from '../../config/environment.ts';
import { DatabaseUnavailable } from '../../db/postgres/unavailable.ts';
import { traceFields } from '../../tracing/log-fields.ts';
import { isTracing } from '../../tracing/spans.ts';
import { loggedPath } from './logged-path.ts';

/**
 * The parts of an error that may be logged: its type, code and stack. Its message may contain what people typed; the
 * messages of a mail server or database do. That of an unavailable database is ours.
 */
function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, errcode, constraint } = error as { code?: unknown; errcode?: unknown; constraint?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const text = error instanceof DatabaseUnavailable ? error.message : undefined;
  return { type: error.name, text, code, errcode, constraint, stack: frames.join('\n') };
}

/** The log of one process: calls by their path without its query, where tokens are, and no header or body. */
export function openLog(
  level: ServerEnvironment['logLevel'],
  to: DestinationStream = destination(1),
): Logger {
  const options = {
    level,
    ...(isTracing() ? { mixin: traceFields } : {}),
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: loggedPath(request.url),
      }),
      err: faultOf,
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  };
  return pino(options, to);
}
