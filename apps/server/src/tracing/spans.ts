import type * as OpenTelemetry from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions } from '@opentelemetry/api';

/**
 * Spans of OpenTelemetry traces. While traces are off, nothing is loaded, and each function only checks a variable.
 * Names and attributes never contain personal data: no address, name, text, token or value of a query.
 */

export type Tracing = { api: typeof OpenTelemetry; tracer: OpenTelemetry.Tracer };

/** A part of a trace that continues later. */
export type TracedPart = { span: Span; context: Context };

let tracing: Tracing | null = null;

export function useTracing(started: Tracing | null): void {
  tracing = started;
}

/** Whether this process makes traces. */
export function isTracing(): boolean {
  return tracing !== null;
}

/** The API and the tracer; null while traces are off. */
export function getTracing(): Tracing | null {
  return tracing;
}

/** The span of the work in progress; null if there is none. */
export function currentSpan(): Span | null {
  return tracing?.api.trace.getActiveSpan() ?? null;
}

/** Runs `work`, and what it starts, outside the trace of the caller. */
export function outsideTrace(work: () => void): void {
  if (tracing) tracing.api.context.with(tracing.api.ROOT_CONTEXT, work);
  else work();
}

/** Runs `work` in a trace of its own. */
export function inTrace<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? runInSpan(tracing, tracing.api.ROOT_CONTEXT, name, { attributes }, work) : work();
}

/**
 * Runs work that several calls share as a part of the first one's trace, with links to the others. `spans` are those of
 * the calls.
 */
export function inSharedSpan<Result>(
  name: string,
  spans: readonly (Span | null)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const { api } = tracing;
  const [first, ...others] = spans.filter((span) => span !== null);
  const parent = first ? api.trace.setSpan(api.ROOT_CONTEXT, first) : api.ROOT_CONTEXT;
  const links = others.map((span) => ({ context: span.spanContext() }));
  const attributes = { 'callpoint.batch.size': spans.length };
  return runInSpan(tracing, parent, name, { links, attributes }, work);
}

async function runInSpan<Result>(
  { api, tracer }: Tracing,
  parent: Context,
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, options, parent);
  try {
    return await api.context.with(api.trace.setSpan(parent, span), work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed by the type or code of the error: its message may contain what people typed. */
export function markFailed(span: Span, error: unknown): void {
  if (!tracing) return;
  span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
  const { code } = Object(error) as { code?: unknown };
  span.setAttribute(
    'error.type',
    typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error,
  );
}
