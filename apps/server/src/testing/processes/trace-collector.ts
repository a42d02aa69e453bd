import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };

type RawSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};

/** A span as an operator sees it. */
export type ReceivedSpan = Omit<RawSpan, 'attributes'> & { attributes: Record<string, string | number> };

type Request = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: RawSpan[] }[];
  }[];
};

export type TraceCollector = {
  /** Variables of a server that exports to it without delay. */
  variables: Record<string, string>;
  spans(): ReceivedSpan[];
  /** The bodies of all requests, with their paths. */
  everything(): string;
  requests(): number;
  close(): Promise<void>;
};

/** A collector of OpenTelemetry traces on loopback; with `hangs` it accepts requests and never responds. */
export async function startTraceCollector({ hangs = false } = {}): Promise<TraceCollector> {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '');
    bodies.push(await text(request));
    if (!hangs) response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Request).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: valuesOf(span.attributes) })),
    everything: () => [...paths, ...bodies].join('\n'),
    requests: () => bodies.length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
