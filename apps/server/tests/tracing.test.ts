import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { limitToOneEmailPerPress } from '../src/testing/crashes/delivery-count.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startServerProcess } from '../src/testing/server-process.ts';
import { startTraceCollector } from '../src/testing/trace-collector.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

async function collector(options?: { hangs: boolean }) {
  const started = await startTraceCollector(options);
  onTestFinished(() => started.close());
  return started;
}

/** A server that exports as these variables say, and a person who presses. */
async function tracedServer(variables: Record<string, string>) {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const team = await buildTeam(db, { email: 'owner@ridgeline.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ana Flores' });
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, ...variables },
  });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const press = async (body: object = {}) =>
    await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` },
      body: JSON.stringify({
        client_id: crypto.randomUUID(),
        button_id: 1,
        location: { lat: 38.9, lng: -77 },
        ...body,
      }),
    });
  return { server, smtp, token, press };
}

test('a press is a trace with its queries and its commit, and each attempt is one; none names a person', async () => {
  const { variables, spans, everything } = await collector();
  const { server, smtp, token, press } = await tracedServer(variables);
  const response = await press();
  expect(response.status).toBe(200);
  await smtp.waitFor(1);
  await expect.poll(() => spans().some(({ name }) => name === 'attempt email')).toBe(true);
  await server.end('SIGTERM');
  const call = spans().find(({ name }) => name === 'POST /mapi/v1/button_click');
  expect(call).toMatchObject({
    traceId: TRACE_ID,
    parentSpanId: PARENT_ID,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/mapi/v1/button_click',
      'http.response.status_code': 200,
      'callpoint.request_id': response.headers.get('x-request-id'),
    },
  });
  const parts = spans().filter(({ traceId }) => traceId === TRACE_ID);
  const commit = parts.find(({ name }) => name === 'commit batch');
  expect(commit).toMatchObject({ parentSpanId: call?.spanId, attributes: { 'callpoint.batch.size': 1 } });
  expect(parts.find(({ name }) => name === 'commit')?.parentSpanId).toBe(commit?.spanId);
  const queries = parts.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(queries.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^select \w+$/));
  const attempt = spans().find(({ name }) => name === 'attempt email');
  expect(attempt?.traceId).not.toBe(TRACE_ID);
  expect(attempt?.attributes).toMatchObject({
    'callpoint.channel': 'email',
    'callpoint.outcome': 'sent',
    'callpoint.attempt': 1,
    'callpoint.message_id': expect.any(Number) as number,
    'callpoint.press_id': expect.any(Number) as number,
  });
  expect(everything()).toContain('"callpoint"');
  expect(everything()).not.toMatch(/Ana|Flores|ridgeline|token=|38\.9|@/);
  expect(everything()).not.toContain(token);
});

test('presses that share a commit are linked to it', async () => {
  const { variables, spans } = await collector();
  const { server, press } = await tracedServer(variables);
  const responses = await Promise.all(Array.from({ length: 20 }, () => press()));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await server.end('SIGTERM');
  const calls = spans().filter(({ name }) => name === 'POST /mapi/v1/button_click');
  expect(calls).toHaveLength(20);
  const commits = spans().filter(({ name }) => name === 'commit batch');
  const covered = commits.flatMap(({ parentSpanId, links = [] }) => [
    parentSpanId,
    ...links.map(({ spanId }) => spanId),
  ]);
  expect(covered).toHaveLength(20);
  expect(new Set(covered)).toEqual(new Set(calls.map(({ spanId }) => spanId)));
});

test('a rejected call and a path with a token show only the declared path', async () => {
  const { variables, spans, everything } = await collector();
  const { server, press } = await tracedServer(variables);
  expect((await press({ button_id: 'Ana Flores' })).status).toBe(400);
  await fetch(`${server.url}/respond/SECRETSECRET`);
  await fetch(`${server.url}/SECRETSECRET/unknown?q=SECRETSECRET`);
  await server.end('SIGTERM');
  const statuses = spans().map(({ attributes }) => attributes['http.response.status_code']);
  expect(statuses).toEqual(expect.arrayContaining([400, 404]));
  expect(everything()).not.toMatch(/SECRET|Ana/);
});

test('log lines of a call name its trace', async () => {
  const { variables } = await collector();
  const { server, press } = await tracedServer({ ...variables, LOG_LEVEL: 'debug' });
  expect((await press()).status).toBe(200);
  const { stdout } = await server.end('SIGTERM');
  const lines = stdout.split('\n').filter((line) => line.includes('"reqId"'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(`"trace_id":"${TRACE_ID}"`))).not.toEqual([]);
});

test.for(['hangs', 'is down', 'has an invalid address'])(
  'a press and its message arrive if the collector %s, and the server stops',
  async (how) => {
    const broken = await collector({ hangs: true });
    if (how === 'is down') await broken.close().then(() => onTestFinished(() => {}));
    const address = how === 'has an invalid address' ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'no address' } : {};
    const { server, smtp, press } = await tracedServer({ ...broken.variables, ...address });
    expect((await press()).status).toBe(200);
    await smtp.waitFor(1);
    if (how === 'hangs') await expect.poll(broken.requests).toBeGreaterThan(0);
    else await server.printed('traces cannot be exported');
    expect((await press()).status).toBe(200);
    const { code, stdout } = await server.end('SIGTERM');
    expect(code).toBe(0);
    expect(stdout.split('traces cannot be exported').length - 1).toBeLessThanOrEqual(1);
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
