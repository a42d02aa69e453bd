import type { LogEvent } from 'kysely';
import { currentSpan, getTracing, markFailed } from '../../tracing/spans.ts';
import { preparedName } from './prepared.ts';

const TABLE = /\b(?:from|into|update)\s+"?([a-z_]\w*)"?/i;

/**
 * Adds a span for a query to the trace of its call: its kind and table, never its values. Queries that belong to no trace
 * have none.
 */
export function traceQuery({ query: { sql }, queryDurationMillis, ...event }: LogEvent): void {
  const tracing = getTracing();
  if (!tracing || !currentSpan()) return;
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'query';
  const table = TABLE.exec(sql)?.[1];
  const prepared = preparedName(sql);
  const endedAt = Date.now();
  const span = tracing.tracer.startSpan(table === undefined ? operation : `${operation} ${table}`, {
    kind: tracing.api.SpanKind.CLIENT,
    startTime: endedAt - queryDurationMillis,
    attributes: {
      'db.operation.name': operation,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
      ...(prepared === undefined ? {} : { 'callpoint.query': prepared }),
    },
  });
  if (event.level === 'error') markFailed(span, event.error);
  span.end(endedAt);
}
