import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from '@callpoint/scripts/machine/chromium.ts';

/** A Chromium that is driven by its own protocol, one window at a time. */
export type Browser = {
  /** A window of a new person: nothing stored, nothing cached. */
  newWindow(): Promise<Window>;
  close(): Promise<void>;
};

export type Window = {
  /** Runs in each page before its own code. */
  beforeEachPage(script: string): Promise<void>;
  /** Goes somewhere and answers with what the expression gives there; a promise is waited for. */
  visit<Answer>(url: string, expression: string): Promise<Answer>;
  close(): Promise<void>;
};

/** What a slow phone on a slow line has: round trips in milliseconds, bytes a second, how many times as slow. */
export type Slowness = { latency: number; download: number; upload: number; cpu: number };

const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @param folder where it may keep what it stores */
export async function startBrowser(folder: string, slowness: Slowness): Promise<Browser> {
  const profile = join(folder, 'browser');
  mkdirSync(profile, { recursive: true });
  const child = spawn(await ensureChromium(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error('Chromium did not start')));
  });
  const call = await connect(address);
  return {
    newWindow: () => newWindow(call, slowness),
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

type Call = <Answer = object>(method: string, params?: object, sessionId?: string) => Promise<Answer>;

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answered) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answered & { id?: number };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return async <Answer>(method: string, params: object = {}, sessionId?: string) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Answer;
  };
}

type Answered = { result?: unknown; error?: { message: string } };

async function newWindow(call: Call, { latency, download, upload, cpu }: Slowness): Promise<Window> {
  const { browserContextId } = await call<{ browserContextId: string }>('Target.createBrowserContext');
  const { targetId } = await call<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 1280,
    height: 900,
  });
  const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const here: Call = (method, params) => call(method, params, sessionId);
  await here('Page.enable');
  await here('Network.enable');
  await here('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: download,
    uploadThroughput: upload,
  });
  await here('Emulation.setCPUThrottlingRate', { rate: cpu });
  return {
    async beforeEachPage(source) {
      await here('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async visit<Answer>(url: string, expression: string) {
      await here('Page.navigate', { url });
      const { result, exceptionDetails } = await here<{
        result: { value: Answer };
        exceptionDetails?: { text: string };
      }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(`${url}: ${exceptionDetails.text}`);
      return result.value;
    },
    async close() {
      await call('Target.disposeBrowserContext', { browserContextId });
    },
  };
}
