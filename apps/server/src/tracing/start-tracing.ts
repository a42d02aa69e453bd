import { isTracing, useTracing } from './spans.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where faults of tracing are reported. */
type FaultLog = { warn(values: object, text: string): void };

/** Maximum milliseconds that the last spans may take to be exported when the server stops. */
const STOP_WITHIN = 3_000;
/** Milliseconds between two reported faults: an exporter that does not respond fails every few seconds. */
const REPORT_EVERY = 60_000;

const STARTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

let stop: (() => Promise<void>) | null = null;
let log: FaultLog | null = null;
/** The first fault before there is a log. */
let unreported: string | null = null;
let nextReportAt = -Infinity;

/** Whether the standard variables ask for traces. */
function asksForTraces(variables: Variables): boolean {
  const valueOf = (name: string) => variables[name]?.trim() ?? '';
  if (valueOf('OTEL_SDK_DISABLED').toLowerCase() === 'true') return false;
  const exporter = valueOf('OTEL_TRACES_EXPORTER');
  return exporter === '' ? STARTS.some((name) => valueOf(name) !== '') : exporter !== 'none';
}

/**
 * Starts the SDK if the standard variables of the process ask for traces; otherwise loads nothing. It never fails: a fault
 * is reported when there is a log.
 */
export async function startTracing(variables: Variables): Promise<void> {
  if (!asksForTraces(variables)) return;
  try {
    const api = await import('@opentelemetry/api');
    const { NodeSDK } = await import('@opentelemetry/sdk-node');
    // An option would override the variables.
    const isNamed =
      variables['OTEL_SERVICE_NAME'] !== undefined ||
      /(?:^|,)\s*service\.name=/.test(variables['OTEL_RESOURCE_ATTRIBUTES'] ?? '');
    // The default ones also export the user and the command line of the process.
    process.env['OTEL_NODE_RESOURCE_DETECTORS'] ??= 'env,host,os,serviceinstance';
    const sdk = new NodeSDK({
      instrumentations: [],
      metricReaders: [],
      logRecordProcessors: [],
      ...(isNamed ? {} : { serviceName: 'callpoint' }),
    });
    const ignore = () => {};
    const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
    api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
    sdk.start();
    stop = () => sdk.shutdown();
    useTracing({ api, tracer: api.trace.getTracer('callpoint') });
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  }
}

/** Reports faults to this log, also one of the start. */
export function logTracingFaults(to: FaultLog): void {
  log = to;
  if (unreported === null) return;
  const text = unreported;
  unreported = null;
  report(text);
}

/** Exports the last spans, for a limited time. */
export async function stopTracing(): Promise<void> {
  if (!isTracing() || !stop) return;
  useTracing(null);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_WITHIN);
  });
  await Promise.race([stop().catch((error: unknown) => report(String(error))), limit]);
  clearTimeout(timer);
}

function report(text: string): void {
  if (!log) {
    unreported ??= text;
    return;
  }
  const now = performance.now();
  if (now < nextReportAt) return;
  nextReportAt = now + REPORT_EVERY;
  log.warn({ fault: describe(text) }, 'the traces have a fault');
}

/** The SDK reports errors as JSON, with their stack and what the collector responded. */
function describe(text: string): string {
  try {
    const { name, message, code } = JSON.parse(text) as Record<string, unknown>;
    return [name, code, message].filter(Boolean).join(' ').slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
