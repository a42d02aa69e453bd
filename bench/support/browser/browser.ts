import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from '@callpoint/scripts/machine/chromium.ts';

/** A Chromium that is controlled over the DevTools protocol, one window at a time. */
export type Browser = {
  /** Opens a window with empty storage and an empty cache. */
  newWindow(): Promise<Window>;
  close(): Promise<void>;
};

export type Window = {
  /** Runs the script in each page before the page's own code. */
  beforeEachPage(script: string): Promise<void>;
  /** Opens the URL and returns the value of the expression there; awaits a promise. */
  visit<Result>(url: string, expression: string): Promise<Result>;
  /** Returns the value of the expression in the open page; awaits a promise. */
  evaluate<Result>(expression: string): Promise<Result>;
  /** Stops the service workers of all pages; the browser starts them again when they are needed. */
  stopServiceWorkers(): Promise<void>;
  close(): Promise<void>;
};

/** A slow phone and network: round trip in milliseconds, bytes a second, and the factor by which the CPU is slowed. */
export type Slowness = { latency: number; download: number; upload: number; cpu: number };

const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Chromium's sandbox does not run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @param folder for the browser's profile */
export async function startBrowser(folder: string, slowness: Slowness): Promise<Browser> {
  const profile = join(folder, 'browser');
  mkdirSync(profile, { recursive: true });
  const child = spawn(await ensureChromium(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error('Chromium did not start')));
  });
  const call = await connect(address);
  return {
    newWindow: () => newWindow(call, slowness),
    async close() {
      // Debian's command is a shell script: a signal would end the script and leave the browser running.
      // The browser may close the connection before it responds.
      await Promise.race([call('Browser.close'), exited]);
      await exited;
    },
  };
}

type Call = <Result = object>(method: string, params?: object, sessionId?: string) => Promise<Result>;

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply & { id?: number };
    if (reply.id !== undefined) pending.get(reply.id)?.(reply);
  });
  return async <Result>(method: string, params: object = {}, sessionId?: string) => {
    last += 1;
    const id = last;
    const replied = new Promise<Reply>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    const { result, error } = await replied;
    pending.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  };
}

type Reply = { result?: unknown; error?: { message: string } };

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
  const callPage: Call = (method, params) => call(method, params, sessionId);
  const evaluate = async <Result>(expression: string): Promise<Result> => {
    const { result, exceptionDetails } = await callPage<{
      result: { value: Result };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await callPage('Page.enable');
  await callPage('Network.enable');
  await callPage('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: download,
    uploadThroughput: upload,
  });
  await callPage('Emulation.setCPUThrottlingRate', { rate: cpu });
  return {
    async beforeEachPage(source) {
      await callPage('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async visit<Result>(url: string, expression: string) {
      await callPage('Page.navigate', { url });
      return await evaluate<Result>(expression);
    },
    evaluate,
    async stopServiceWorkers() {
      await callPage('ServiceWorker.enable');
      await callPage('ServiceWorker.stopAllWorkers');
    },
    async close() {
      await call('Target.disposeBrowserContext', { browserContextId });
    },
  };
}
