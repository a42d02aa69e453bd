import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the bare servers share: a port, a body, a JSON answer, and nothing that checks anything. */

/** The rows of one press, as the product stored them, and the text that it answered with. */
export type PressTemplate = {
  click: Record<string, string | number | null>;
  messages: Record<string, string | number | null>[];
  /** What the messages say, in their order. */
  texts: Record<'subject' | 'body' | 'html', string | null>[];
  alert: string;
};

export type PressBody = { client_id: string; button_id: number; location: object; pressed_at: string };

/** Answers every call with what `answer` makes of its path and body, and tells the parent process its address. */
export function serveBare(answer: (url: string, body: string) => unknown): void {
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await bodyOf(request) : '';
      const json = JSON.stringify(await answer(request.url ?? '/', body));
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
  // The parent's end is ours too.
  process.once('disconnect', () => process.exit(0));
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => resolve(Buffer.concat(parts).toString()));
    request.once('error', reject);
  });
}
