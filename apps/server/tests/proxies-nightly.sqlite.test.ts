import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { testAuthority } from '../src/testing/providers/certificates.ts';
import { startServerProcess } from '../src/testing/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** The example configurations of reverse proxies, with the real programs in front of a real server. */

const HOST = 'safety.example';
/** Milliseconds of one call. */
const MAX_CALL = 15_000;
const example = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url)), 'utf8');

type Places = { folder: string; http: number; https: number; upstream: string };
type Proxy = { name: string; log: (folder: string) => string; start: (places: Places) => [string, string[]] };

const PROXIES: Proxy[] = [
  {
    name: 'nginx',
    log: (folder) => join(folder, 'callpoint.log'),
    start({ folder, http, https, upstream }) {
      const own = example('nginx.conf')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
        .replaceAll('/etc/ssl/', `${folder}/`)
        .replaceAll('/var/log/nginx/', `${folder}/`)
        .replaceAll('127.0.0.1:3000', upstream);
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
    log: (folder) => join(folder, 'callpoint.log'),
    start({ folder, http, https, upstream }) {
      const own = example('Caddyfile')
        .replace(
          `\n${HOST} {\n`,
          `\n${HOST} {\n\ttls ${folder}/callpoint.crt ${folder}/callpoint.key\n\tbind 127.0.0.1\n`,
        )
        .replaceAll('/var/log/caddy/', `${folder}/`)
        .replaceAll('127.0.0.1:3000', upstream);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${own}`);
      return ['caddy', ['run', '--config', file, '--adapter', 'caddyfile']];
    },
  },
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Call = { method?: string; path: string; body?: Buffer | string; type?: string };

/** Calls the proxy over HTTPS; resolves when the response has started. */
async function start(port: number, { method = 'GET', path, body, type = 'application/json' }: Call) {
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
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    },
  });
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

async function send(port: number, call: Call) {
  const response = await start(port, call);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test.each(PROXIES)(
  '$name serves presses and live events, and logs no token',
  async (proxy) => {
    const folder = temporaryFolder('proxy');
    mkdirSync(folder, { recursive: true });
    const { key, cert } = testAuthority().issue(HOST);
    writeFileSync(join(folder, 'callpoint.key'), key);
    writeFileSync(join(folder, 'callpoint.crt'), cert);
    const { db, location } = await testDatabase();
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    const [phone, console_] = [
      await buildSession(db, 'app_user', user.id),
      await buildSession(db, 'team', team.id),
    ];
    const server = await startServerProcess(location, {
      variables: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    onTestFinished(async () => void (await server.end('SIGTERM')));
    const places = {
      folder,
      http: await freePort(),
      https: await freePort(),
      upstream: new URL(server.url).host,
    };
    const [command, args] = proxy.start(places);
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder },
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    onTestFinished(async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    });
    await expect
      .poll(
        async () => (await send(places.https, { path: '/readyz' }).catch(() => ({ status: errors }))).status,
        {
          timeout: 20_000,
        },
      )
      .toBe(200);

    const press = await send(places.https, {
      method: 'POST',
      path: `/mapi/v1/button_click?token=${phone}`,
      body: JSON.stringify({ client_id: crypto.randomUUID(), button_id: 1, location: { lat: 1, lng: 2 } }),
    });
    expect(press.status).toBe(200);
    expect(press.headers['x-request-id']).toBeTruthy();

    // The first event arrives while the stream stays open.
    const stream = await start(places.https, { path: `/tapi/v1/events?token=${console_}` });
    expect(stream.statusCode).toBe(200);
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(String(first)).toContain('data:');
    stream.destroy();

    // By the proxy or by the server.
    const large = Buffer.alloc(2 * 1024 * 1024);
    const tooLarge = await send(places.https, {
      method: 'POST',
      path: '/sapi/v1/login',
      body: large,
    }).catch(() => ({ status: 413 }));
    expect(tooLarge.status).toBe(413);
    const images = `/mapi/v1/images?token=${phone}`;
    const image = await send(places.https, { method: 'POST', path: images, body: large, type: 'image/png' });
    // The server itself answers: it is not multipart.
    expect(image.body).toContain('"ok":false');

    await send(places.https, { path: '/respond/a-personal-token' });
    await send(places.https, { path: '/where/a-location-token?x=another-token' });
    const plain = await fetch(`http://127.0.0.1:${places.http}/mapi/v1/dashboard?token=${phone}`, {
      headers: { host: HOST },
      redirect: 'manual',
    });
    expect(plain.status).toBeGreaterThanOrEqual(300);
    await expect.poll(() => readFileSync(proxy.log(folder), 'utf8')).toContain('/where/');
    const logged = readFileSync(proxy.log(folder), 'utf8');
    expect(logged).toContain('/mapi/v1/button_click');
    for (const secret of [phone, console_, 'a-personal-token', 'a-location-token', 'another-token'])
      expect(logged).not.toContain(secret);
  },
  60_000,
);
