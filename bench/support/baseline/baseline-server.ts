import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shared by the baseline servers: a port, the request's body and a JSON response, without any checks. */

/** The rows of one press, as the product stored them, and the text that it returned. */
export type PressTemplate = {
  click: Record<string, string | number | null>;
  messages: Record<string, string | number | null>[];
  /** The texts of the messages, in the same order. */
  texts: Record<'subject' | 'body' | 'html', string | null>[];
  alert: string;
  /** Who presses, in turn. */
  people: Person[];
};

export type Person = { app_user_id: number; team_id: number };

export type PressBody = { client_id: string; button_id: number; location: object; pressed_at: string };

/** Responds to every call with the result of `handle`, and sends its address to the parent process. */
export function serveBaseline(handle: (url: string, body: string) => unknown): void {
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await readBody(request) : '';
      const json = JSON.stringify(await handle(request.url ?? '/', body));
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    })();
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${port}`);
  });
  // The server exits together with its parent.
  process.once('disconnect', () => process.exit(0));
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => resolve(Buffer.concat(parts).toString()));
    request.once('error', reject);
  });
}
