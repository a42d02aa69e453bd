import { expect, test } from 'vitest';
import { collector, PARENT_ID, TRACE_ID, tracedServer } from '../src/testing/processes/traced-server.ts';

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
  expect(everything()).not.toMatch(/Ana|Flores|ridgeline|token=|38\.9|@|process\./);
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

test('without a trusted proxy, a call starts a trace of its own', async () => {
  const { variables, spans } = await collector();
  const { server, press } = await tracedServer({ ...variables, TRUSTED_PROXIES: '' });
  expect((await press()).status).toBe(200);
  await server.end('SIGTERM');
  const call = spans().find(({ name }) => name === 'POST /mapi/v1/button_click');
  expect(call?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(call?.traceId).not.toBe(TRACE_ID);
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
