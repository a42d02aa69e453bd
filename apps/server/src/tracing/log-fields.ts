import { currentSpan } from './spans.ts';

/** What a log line names of the trace it belongs to. */
export function traceFields(): { trace_id?: string } {
  const span = currentSpan();
  return span ? { trace_id: span.spanContext().traceId } : {};
}
