import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A server in front of the real one, which can publish a new build of the phone app under the same address. */
export type BuildServer = {
  url: string;
  /**
   * From now on, it serves a build whose files all have other addresses, and the addresses of the first build no longer
   * exist, as after an update of the server. `isPageOld`: except for the page, as from another process during the update.
   */
  publish(options?: { isPageOld: boolean }): void;
  close(): Promise<void>;
};

/** Names the build in its addresses: `assets/` in the first, `assets-2/` in the second. */
const FILES = { first: 'assets/', second: 'assets-2/' } as const;
const TEXT = /html|javascript|css/;

export async function startBuildServer(serverUrl: string): Promise<BuildServer> {
  let isPublished = false;
  let isPageOld = false;
  const forward = async (asked: IncomingMessage, response: ServerResponse) => {
    const path = asked.url ?? '/';
    const isOfApp = path.startsWith('/phone/');
    if (isPublished && path.startsWith(`/phone/${FILES.first}`)) return void response.writeHead(404).end();
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...headers } = asked.headers;
    const upstream = request(new URL(path.replace(FILES.second, FILES.first), serverUrl), {
      method: asked.method ?? 'GET',
      headers: isOfApp ? { ...headers, 'accept-encoding': 'identity' } : asked.headers,
    });
    upstream.on('error', () => response.destroy());
    asked.pipe(upstream);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    const isOld = !isPublished || (isPageOld && path === '/phone/');
    if (isOld || !isOfApp || !TEXT.test(answer.headers['content-type'] ?? '')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(response);
    }
    const body = (await text(answer)).replaceAll(FILES.first, FILES.second);
    // The hash of the build, in its service worker.
    const changed = path.endsWith('/sw.js') ? body.replace(/(["'`])[\da-f]{12}\1/, '$1second$1') : body;
    const { 'content-length': _length, etag: _tag, ...unchanged } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, unchanged).end(changed);
  };
  const server = createServer((asked, response) => {
    forward(asked, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    publish(options = { isPageOld: false }) {
      isPublished = true;
      ({ isPageOld } = options);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
