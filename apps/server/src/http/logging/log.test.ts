import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test('the paths of links to an incident or a location are logged without their tokens', () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = openLog('info', to);
  for (const url of [
    '/respond/a-token',
    '/respond/a-token/answer',
    '/where/a-token?x=another-token',
    '/%72espond/a-token',
    '/wher%65/a-token',
    '/respond%2Fa-token',
    '/%2572espond/a-token',
    '/%25252572espond/a-token',
    '/Respond/a-token',
    '/respond/%zz/%/a-token',
    'http://safety.example/respond/a-token',
    '/app/caf%C3%A9%zz',
  ])
    log.info({ req: { id: '1', method: 'GET', url } }, 'a call');
  const paths = lines.map((line) => (JSON.parse(line) as { req: { path: string } }).req.path);
  expect(paths).toEqual([
    '/respond/…',
    '/respond/…',
    '/where/…',
    '/respond/…',
    '/where/…',
    '/respond/…',
    '/respond/…',
    '…',
    '/Respond/…',
    '/respond/…',
    'http://safety.example/respond/…',
    '/app/caf%C3%A9%zz',
  ]);
});

test('a log line contains neither a query nor the message of an error', () => {
  const lines: string[] = [];
  const log = openLog(
    'info',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const error = Object.assign(new Error('550 no such mailbox ann@work.example'), {
    code: '23505',
    detail: 'Key (lower(email))=(ann@work.example) already exists.',
  });
  log.error(
    { err: error, req: { id: '1', method: 'GET', url: '/tapi/v1/x?token=secret-token' } },
    'a call failed',
  );
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a call failed',
    req: { path: '/tapi/v1/x' },
    err: { type: 'Error', code: '23505', stack: expect.stringContaining('log.test.ts') },
  });
  expect(lines[0]).not.toMatch(/ann@work|secret-token/);
});
