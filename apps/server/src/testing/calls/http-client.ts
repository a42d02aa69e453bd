import { Agent, request, type IncomingMessage } from 'node:http';

/**
 * The HTTP client of tests. `fetch` takes as much CPU time for a call as the server does, and some tests make tens of
 * thousands of calls.
 */

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

export type HttpRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
};

/** Sends a request and resolves when the headers of the response have arrived. It follows no redirects. */
export function send(url: URL, { method, headers, body }: HttpRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** The complete body of a response, as UTF-8 without a byte order mark. */
export async function readText(response: IncomingMessage): Promise<string> {
  return decoder.decode(await readBytes(response));
}

/** The complete body of a response. */
export function readBytes(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    response
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', () => resolve(Buffer.concat(parts)))
      .once('error', reject);
  });
}

/** All headers of a response, also repeated ones. */
export function readHeaders(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < response.rawHeaders.length; index += 2)
    headers.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '');
  return headers;
}
