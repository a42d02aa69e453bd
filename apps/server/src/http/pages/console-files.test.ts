import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { consoleFiles, type PageConfig } from './console-files.ts';
import { pagePolicies } from './content-security.ts';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';

const PAGE = `<html><head><style nonce="of-the-response">p {}</style><script type="application/json" id="callpoint-config">{}</script></head><body></body></html>`;

const EARLY_LOGIN = `<template id="early-login"><form></form><a href="/app/register">Sign up</a></template>`;

/** A server with a console of one page and one file. */
async function consoleServer(config: Partial<PageConfig> = {}) {
  const dist = temporaryFolder('console-files-');
  onTestFinished(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'preloads.json'), '{"login":["assets/login.js","assets/login.css"]}');
  writeFileSync(join(dist, 'early-login.html'), EARLY_LOGIN);
  writeFileSync(join(dist, 'assets/main-1a2b.js'), 'export {};');
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const app = Fastify();
  onTestFinished(() => app.close());
  addSecurityHeaders(app, securityHeaders(false));
  await consoleFiles(app, {
    dist,
    config: {
      signUp: 'open',
      avatarServiceUrl: null,
      mapsUrl: 'https://maps.example',
      mapImageUrl: null,
      mapTiles: null,
      smsCountries: null,
      unconfigured: [],
      ...config,
    },
    policies: pagePolicies(['http://images.example']),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

test('the page may load our own files only, and style elements with the nonce of its response', async () => {
  const get = await consoleServer();
  const { headers, text } = await get('/app/login');
  const nonce = /id="callpoint-config" nonce="([^"]+)">/.exec(text)?.[1];
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(text).toContain(`<style nonce="${nonce}">`);
  expect(headers.get('content-security-policy')).toBe(
    [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "connect-src 'self'",
      "font-src 'self'",
      "img-src 'self' data: https: http://images.example",
      "manifest-src 'self'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
    ].join('; '),
  );
});

test('only a payment screen may load the script and the frames of the payment provider', async () => {
  const get = await consoleServer();
  const directivesAt = async (path: string) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    return Object.fromEntries(policy.split('; ').map((text) => [text.split(' ', 1)[0], text]));
  };
  const allowed = {
    'connect-src': "connect-src 'self' https://api.stripe.com",
    'frame-src': 'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    'script-src': "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
  };
  for (const path of ['/app/purchase', '/app/Purchase/', '/app/%70urchase?x=1']) {
    expect([path, await directivesAt(path)]).toMatchObject([path, allowed]);
  }
  const {
    'connect-src': _connect,
    'frame-src': _frame,
    'script-src': _script,
    'style-src': style,
    ...others
  } = await directivesAt('/app/purchase');
  expect(style).toMatch(/^style-src 'self' 'nonce-[^']+'$/);
  for (const path of ['/app/', '/app/login?to=/purchase', '/app/my-profile', '/app/users/purchase']) {
    const strict = await directivesAt(path);
    expect([path, strict]).toMatchObject([path, others]);
    expect([path, JSON.stringify(strict).includes('stripe')]).toEqual([path, false]);
  }
});

test('each response has a nonce of its own', async () => {
  const get = await consoleServer();
  const policies = await Promise.all([1, 2, 3].map(async () => (await get('/app/')).headers));
  expect(new Set(policies.map((headers) => headers.get('content-security-policy'))).size).toBe(3);
});

test('a setting can neither close its element nor replace the nonce', async () => {
  const get = await consoleServer({ mapsUrl: 'https://x.example/</script><script>nonce="of-the-response"' });
  const { text } = await get('/app/');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).toMatch(/id="callpoint-config" nonce="[A-Za-z0-9+/=]{24}">/);
});

test('only the page of the login screen contains that screen, and its file is not served', async () => {
  const get = await consoleServer();
  const contains = async (path: string) => (await get(path)).text.includes(EARLY_LOGIN);
  expect(await contains('/app/')).toBe(true);
  expect(await contains('/app/login')).toBe(true);
  expect(await contains('/app/login?to=/users')).toBe(false);
  expect(await contains('/app/users')).toBe(false);
  expect((await get('/app/login')).text).toContain(
    '<link rel="stylesheet" crossorigin href="/app/assets/login.css">',
  );
  expect((await get('/app/early-login.html')).text).toMatch(/<body><\/body>/);
});

test('static files keep their caching; the page is revalidated each time', async () => {
  const get = await consoleServer();
  const caching = async (path: string) => (await get(path)).headers.get('cache-control');
  expect(await caching('/app/assets/main-1a2b.js')).toBe('public, max-age=31536000, immutable');
  expect(await caching('/app/favicon.svg')).toBe('public, max-age=0');
  expect(await caching('/app/')).toBe('no-cache');
});

test('a hashed file that this release does not have is missing, so that a proxy asks another process', async () => {
  const get = await consoleServer();
  expect((await get('/app/assets/main-3c4d.js')).status).toBe(404);
});

test('lists no folder, and serves no file outside the build', async () => {
  const get = await consoleServer();
  for (const path of ['/app/assets/', '/app/assets/..%2f..%2fpackage.json', '/app/%2e%2e/package.json']) {
    const { status, text } = await get(path);
    expect([path, status, text.includes('main-1a2b')]).toEqual([path, 404, false]);
  }
  // Without the slash it is an unknown page of the console.
  expect((await get('/app/assets')).text).toMatch(/<body><\/body>/);
});
