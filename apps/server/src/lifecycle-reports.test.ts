import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from './config/start-error.ts';
import { logReporter, terminalReporter, type StartProblem, type StartReport } from './lifecycle-reports.ts';

const REPORT: StartReport = {
  url: 'http://127.0.0.1:3000',
  console: 'https://safety.example/app/',
  data: 'PostgreSQL (DATABASE_URL)',
  channels: ['email', 'sms'],
  metrics: null,
  firstAdministrator: null,
};

const WRONG_PORT: StartProblem = {
  problem: 'PORT must be a port from 0 to 65535',
  isOfSettings: true,
  error: new StartError('PORT must be a port from 0 to 65535'),
};
const FULL_DISK: StartProblem = {
  problem: 'the disk is full',
  isOfSettings: false,
  error: Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' }),
};

function capturedConsole() {
  const printed: [stream: 'out' | 'error', text: unknown][] = [];
  const out = vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(['out', text]));
  const error = vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(['error', text]));
  onTestFinished(() => {
    out.mockRestore();
    error.mockRestore();
  });
  return printed;
}

function capturedLog() {
  const lines: Record<string, unknown>[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, reporter: logReporter(to) };
}

test('a terminal shows the greeting, the stop, and why the server did not start', () => {
  const printed = capturedConsole();
  const reporter = terminalReporter();
  reporter.started({ greeting: ['Callpoint is running.', '  Data    SQLite'], report: REPORT });
  reporter.stopping();
  reporter.notStarted(WRONG_PORT);
  reporter.notStarted(FULL_DISK);
  expect(printed).toEqual([
    ['out', 'Callpoint is running.'],
    ['out', '  Data    SQLite'],
    ['out', 'Stopping: finishing what is in progress.'],
    ['error', 'Settings: PORT must be a port from 0 to 65535'],
    ['error', 'Callpoint could not start: the disk is full'],
  ]);
});

test('the log has a line for each of them, and nothing else is printed', () => {
  const printed = capturedConsole();
  const { lines, reporter } = capturedLog();
  reporter.started({ greeting: ['Callpoint is running.'], report: REPORT });
  reporter.stopping();
  reporter.notStarted(WRONG_PORT);
  reporter.notStarted(FULL_DISK);
  const { firstAdministrator, ...fields } = REPORT;
  expect(firstAdministrator).toBeNull();
  expect(lines).toMatchObject([
    { level: 30, ...fields, msg: 'the server is running' },
    { level: 30, msg: 'the server stops: it finishes what is in progress' },
    {
      level: 60,
      problem: 'Settings: PORT must be a port from 0 to 65535',
      msg: 'the server could not start',
    },
    { level: 60, problem: 'the disk is full', msg: 'the server could not start' },
  ]);
  expect(printed).toEqual([]);
});

test('a password that the server chose for the first administrator is printed, and in the log is neither it nor the address', () => {
  const printed = capturedConsole();
  const { lines, reporter } = capturedLog();
  for (const password of ['Orchard-lamp-42', null]) {
    const firstAdministrator = { email: 'ann@work.example', password };
    reporter.started({ greeting: [], report: { ...REPORT, firstAdministrator } });
  }
  const created = { msg: 'the first administrator was created' };
  expect([lines[1], lines[3]]).toMatchObject([created, created]);
  expect(JSON.stringify(lines)).not.toMatch(/Orchard-lamp-42|ann@work/);
  expect(printed).toEqual([
    ['error', 'The password of the first administrator, which is not shown again: Orchard-lamp-42'],
  ]);
});

test('the log of a start that failed unexpectedly has the code and the place of the error, and not its text', () => {
  const printed = capturedConsole();
  const { lines, reporter } = capturedLog();
  const error = Object.assign(new Error('Key (email)=(ann@work.example) is duplicated'), { code: '23505' });
  const problem: StartProblem = { problem: error.message, isOfSettings: false, error };
  reporter.notStarted(problem);
  expect(lines).toMatchObject([
    {
      level: 60,
      problem: expect.stringMatching(/^an unexpected error/),
      err: { code: '23505', stack: expect.stringContaining('lifecycle-reports.test.ts') },
      msg: 'the server could not start',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ann@work');
  // Whoever starts it on a terminal reads it.
  terminalReporter().notStarted(problem);
  expect(printed).toEqual([
    ['error', 'Callpoint could not start: Key (email)=(ann@work.example) is duplicated'],
  ]);
});

test('the log of a stop that failed does not contain the message of the error', () => {
  const { lines, reporter } = capturedLog();
  reporter.notStopped(new Error('550 no such mailbox ann@work.example'));
  expect(lines).toMatchObject([{ level: 60, err: { type: 'Error' }, msg: 'the server could not stop' }]);
  expect(JSON.stringify(lines)).not.toContain('ann@work');
});
