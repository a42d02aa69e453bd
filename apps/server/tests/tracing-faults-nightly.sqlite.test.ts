import { expect, test } from 'vitest';
import { collector, tracedServer } from '../src/testing/processes/traced-server.ts';

test.for(['hangs', 'is down', 'has an invalid address'])(
  'a press and its message arrive if the collector %s, and the server stops',
  async (how) => {
    const broken = await collector({ hangs: true });
    if (how === 'is down') await broken.close();
    const address = how === 'has an invalid address' ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'no address' } : {};
    const { server, smtp, press } = await tracedServer({
      ...broken.variables,
      ...address,
      // It tries again for so long, in milliseconds.
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    });
    expect((await press()).status).toBe(200);
    await smtp.waitFor(1);
    if (how === 'hangs') await expect.poll(broken.requests).toBeGreaterThan(0);
    else await server.printed('the traces have a fault');
    expect((await press()).status).toBe(200);
    const { code, stdout } = await server.end('SIGTERM');
    expect(code).toBe(0);
    expect(stdout.split('the traces have a fault').length - 1).toBeLessThanOrEqual(1);
  },
);

/** A server that prints which modules it loads. */
const LOUD = { NODE_DEBUG: 'esm,module' };

test('with an address, the SDK is loaded', async () => {
  const { variables } = await collector();
  const { server } = await tracedServer({ ...variables, ...LOUD });
  expect((await server.end('SIGTERM')).stderr).toContain('@opentelemetry/sdk');
});

test.for([
  ['no variable', {}],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
  ['no exporter', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' }],
] as const)('with %s, nothing of the SDK is loaded', async ([, variables]) => {
  const { server, press } = await tracedServer({ ...variables, ...LOUD });
  expect((await press()).status).toBe(200);
  const { stderr } = await server.end('SIGTERM');
  expect(stderr).toContain('fastify');
  expect(stderr).not.toContain('@opentelemetry/sdk');
});
