import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { testAuthority } from '../providers/certificates.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Real reverse proxies with the example configurations, in front of servers of a test. */

const HOST = 'safety.example';
/** Milliseconds of one call. */
const MAX_CALL = 15_000;
/** Milliseconds until a proxy has stopped. */
const MAX_STOP = 10_000;
const example = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../../deploy/${file}`, import.meta.url)), 'utf8');

type Places = { folder: string; http: number; https: number; upstreams: readonly string[] };
type Proxy = {
  name: string;
  /** The files that it writes its own messages to, in its folder. */
  logs: readonly string[];
  /** Writes its configuration, and returns the command with its arguments. */
  configure: (places: Places) => [string, string[]];
};

/** The example for one process, or the one for two that is in its comments, with these addresses. */
function withUpstreams(configuration: string, upstreams: readonly string[]): string {
  const [first = '', second] = upstreams;
  if (second === undefined) return configuration.replaceAll('127.0.0.1:3000', first);
  return configuration
    .replace(/^.*127\.0\.0\.1:3000.*$/m, '')
    .replaceAll(/^(\s*)# (server|to|health_uri|health_interval|health_timeout|lb_try_duration) /gm, '$1$2 ')
    .replace(/^\t# @release[^]*/m, (block) => block.replaceAll(/^\t# /gm, '\t'))
    .replaceAll('127.0.0.1:3001', first)
    .replaceAll('127.0.0.1:3002', second);
}

export const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    logs: ['callpoint.log', 'callpoint-error.log', 'main.log'],
    configure({ folder, http, https, upstreams }) {
      const own = withUpstreams(example('nginx.conf'), upstreams)
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
        .replaceAll('/etc/ssl/', `${folder}/`)
        .replaceAll('/var/www/', `${folder}/`)
        .replaceAll('/var/log/nginx/', `${folder}/`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log ${folder}/main.log;\nevents {}\nhttp {\n${paths}\n${own}}\n`,
      );
      return ['nginx', ['-c', file, '-p', folder]];
    },
  },
  {
    name: 'Caddy',
    logs: ['callpoint.log'],
    configure({ folder, http, https, upstreams }) {
      const own = withUpstreams(example('Caddyfile'), upstreams)
        .replace(/^\{$/m, `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}`)
        .replace(
          `\n${HOST} {\n`,
          `\n${HOST} {\n\ttls ${folder}/callpoint.crt ${folder}/callpoint.key\n\tbind 127.0.0.1\n`,
        )
        .replaceAll('/var/log/caddy/', `${folder}/`);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, own);
      return ['caddy', ['run', '--config', file, '--adapter', 'caddyfile']];
    },
  },
];

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Call = {
  method?: string;
  path: string;
  body?: Buffer | string;
  type?: string;
  headers?: OutgoingHttpHeaders;
};
type Answer = { status: number | undefined; headers: IncomingMessage['headers']; body: string };

export type RunningProxy = {
  /** Calls it over HTTPS; resolves when the response has started. */
  start(call: Call): Promise<IncomingMessage>;
  /** Calls it over HTTPS. */
  send(call: Call): Promise<Answer>;
  /** Calls it without encryption. */
  sendPlain(path: string): Promise<Answer>;
  /** Writes a file below its folder of files, which is `/var/www` in the example. */
  publish(path: string, content: string): void;
  /** Everything that it has logged: the calls, and its own messages in files and on its output. */
  logged(): string;
};

/** Starts a proxy in front of one or two upstreams (addresses with ports), and stops all its processes after the test. */
export async function startProxy(proxy: Proxy, upstreams: readonly string[]): Promise<RunningProxy> {
  const folder = temporaryFolder('callpoint-proxy-');
  const { key, cert } = testAuthority().issue(HOST);
  writeFileSync(join(folder, 'callpoint.key'), key);
  writeFileSync(join(folder, 'callpoint.crt'), cert);
  const [http, https] = [await freePort(), await freePort()];
  const [command, args] = proxy.configure({ folder, http, https, upstreams });
  const output = runInGroup(command, args, folder);
  const running: RunningProxy = {
    start: (call) => startCall(https, call),
    send: async (call) => read(await startCall(https, call)),
    sendPlain: async (path) => read(await startCall(http, { path }, plainRequest)),
    publish(path, content) {
      // nginx reads files as another user if it is started by root.
      chmodSync(folder, 0o711);
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    logged: () => [output(), ...proxy.logs.map((file) => contentOf(join(folder, file)))].join('\n'),
  };
  await untilAccepts(running, output);
  return running;
}

/** Runs a program with its own process group, so that none of its processes stays. Returns what it has printed. */
function runInGroup(command: string, args: readonly string[], folder: string): () => string {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const group = -(child.pid ?? 0);
  const kill = () => isRunning(group) && process.kill(group, 'SIGKILL');
  process.once('exit', kill);
  onTestFinished(async () => {
    // Of nginx, the first process stops the others. If it were killed, they would stay.
    if (child.exitCode === null) child.kill('SIGTERM');
    const until = performance.now() + MAX_STOP;
    while (isRunning(group) && performance.now() < until) await wait(20);
    const stays = isRunning(group);
    kill();
    process.off('exit', kill);
    rmSync(folder, { recursive: true });
    if (stays) throw new Error(`${command} did not stop within ${MAX_STOP} ms:\n${output}`);
  });
  return () => output;
}

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** Waits until the proxy responds, whatever its upstream does. */
async function untilAccepts(proxy: RunningProxy, output: () => string): Promise<void> {
  const until = performance.now() + MAX_CALL;
  for (;;) {
    try {
      await proxy.send({ path: '/readyz' });
      return;
    } catch (error) {
      if (performance.now() > until)
        throw new Error(`the proxy does not respond:\n${output()}`, { cause: error });
      await wait(50);
    }
  }
}

async function startCall(
  port: number,
  { method = 'GET', path, body, type = 'application/json', headers = {} }: Call,
  request: typeof plainRequest | typeof secureRequest = secureRequest,
): Promise<IncomingMessage> {
  const call = request({
    host: '127.0.0.1',
    port,
    servername: HOST,
    method,
    path,
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(MAX_CALL),
    headers: {
      host: HOST,
      'x-forwarded-for': '203.0.113.9',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    },
  });
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

async function read(response: IncomingMessage): Promise<Answer> {
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
