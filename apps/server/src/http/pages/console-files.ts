import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPaymentScreen } from '@callpoint/contract/payment-screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PagePolicies } from './content-security.ts';
import { EARLY_LOGIN, hasEarlyLogin, withEarlyLogin } from './early-login.ts';
import { pagesWithPreloads, type Preloads } from './preloads.ts';

/** Data that the page needs before its first call. It is embedded in the page. */
export type PageConfig = {
  signUp: 'open' | 'closed';
  avatarServiceUrl: string | null;
  mapsUrl: string;
  mapImageUrl: string | null;
  mapTiles: { url: string; credit: string } | null;
  smsCountries: readonly string[] | null;
  unconfigured: readonly string[];
};

/** Written by the console's build. */
const PRELOADS = 'preloads.json';

const CONFIG_ELEMENT = /(<script type="application\/json" id="callpoint-config")>[^<]*(<\/script>)/;
/** Replaced in each response, also in index.html; no setting can contain it, since quotation marks are escaped in JSON. */
const NONCE = 'nonce="of-the-response"';

type ConsoleOptions = {
  /** The folder of the build. */
  dist: string;
  config: PageConfig;
  policies: PagePolicies;
};

/**
 * Serves the built console under `/app`. Browsers cache files with a hash in their name forever; the page
 * itself is requested each time and is served for every path of the console. `/` redirects to `/app/`.
 */
export async function consoleFiles(
  app: FastifyInstance,
  { dist, config, policies }: ConsoleOptions,
): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect('/app/'));
  app.get('/app', async (_request, reply) => reply.redirect('/app/'));
  const page = join(dist, 'index.html');
  if (!existsSync(page)) {
    app.get('/app/*', async (_request, reply) =>
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The console is not built yet. Run `npm start`.'),
    );
    return;
  }
  const html = withConfig(await readFile(page, 'utf8'), config);
  const preloads = JSON.parse(await readFile(join(dist, PRELOADS), 'utf8')) as Preloads;
  const pageAt = pagesWithPreloads(html, preloads, '/app/');
  const loginPage = withEarlyLogin(pageAt('/app/login'), {
    templates: await readFile(join(dist, EARLY_LOGIN), 'utf8'),
    styles: (preloads['login'] ?? []).filter((file) => file.endsWith('.css')).map((file) => `/app/${file}`),
    signUp: config.signUp,
  });
  const sendPage = ({ url }: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const path = url.replace(/[?#].*$/, '');
    const policy = isPaymentScreen(path.slice('/app/'.length)) ? policies.payment : policies.page;
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send((hasEarlyLogin(url) ? loginPage : pageAt(path)).replaceAll(NONCE, `nonce="${nonce}"`));
  };

  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/app/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
  });
  await app.register(fastifyStatic, {
    root: dist,
    prefix: '/app/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', PRELOADS, EARLY_LOGIN, 'assets/**'],
  });
  app.get('/app/', async (request, reply) => sendPage(request, reply));
  app.get('/app/*', async (request, reply) => sendPage(request, reply));
}

/** JSON inside an element: `<` is escaped, so that no value can close it. The element also carries the nonce. */
function withConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(
    CONFIG_ELEMENT,
    (_all, open: string, close: string) => `${open} ${NONCE}>${json}${close}`,
  );
}
