import fastify from 'fastify';
import { expect, test } from 'vitest';
import { continueAfter } from './continue-after.ts';

async function statusOf(app: ReturnType<typeof fastify>): Promise<number> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    return (await fetch(url)).status;
  } finally {
    await app.close();
  }
}

test('a hook that waits continues with the call', async () => {
  const app = fastify();
  app.addHook('onRequest', (_request, _reply, done) => void continueAfter(Promise.resolve(), done));
  app.get('/', () => ({ ok: true }));
  expect(await statusOf(app)).toBe(200);
});

test.each([undefined, null, '', 0, new Error('no')])(
  'a wait that fails with %s rejects the call',
  async (reason) => {
    const app = fastify();
    const fail = () => Promise.reject<void>(reason);
    app.addHook('onRequest', (_request, _reply, done) => void continueAfter(fail(), done));
    app.get('/', () => ({ ok: true }));
    expect(await statusOf(app)).toBe(500);
  },
);

test('a response that cannot be sent after the wait becomes an error response', async () => {
  const app = fastify();
  app.addHook(
    'onSend',
    (_request, _reply, payload, done) =>
      void continueAfter(Promise.resolve(), (error) => (error ? done(error) : done(null, payload))),
  );
  app.get('/', (_request, reply) => reply.header('x-invalid', 'a\nb').send({ ok: true }));
  app.setErrorHandler((_error, _request, reply) =>
    reply.removeHeader('x-invalid').status(500).send({ ok: false }),
  );
  expect(await statusOf(app)).toBe(500);
});
