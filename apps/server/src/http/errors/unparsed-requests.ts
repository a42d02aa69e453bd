import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CallError } from './call-error.ts';
import { failureBody } from './error-responses.ts';

/** Responses that Node sends before a request reaches the framework: they get our shape and our headers too. */

type Headers = Readonly<Record<string, string>>;

const TEXTS: Readonly<Record<string, [status: number, msg: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
};
const UNREADABLE: [status: number, msg: string] = [400, 'The request is not valid HTTP.'];

/** Rejects requests that Node's HTTP parser could not read, or did not receive in time, and closes the connection. */
export function rejectUnparsed(headers: Headers): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // The client has closed the connection and cannot read a response.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, msg] = TEXTS[error.code ?? ''] ?? UNREADABLE;
    const body = failureBody(msg);
    const lines = Object.entries({ ...headersOf(headers, body), connection: 'close' });
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      () => socket.destroy(),
    );
  };
}

/** Rejects an expectation other than `100-continue`, to which Node would respond with an empty 417. */
export function rejectExpectations(app: FastifyInstance, headers: Headers): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = failureBody('The server does not support this Expect header.');
    response.writeHead(417, { ...headersOf(headers, body), connection: 'close' }).end(body);
  });
}

/** Rejects a request without a Host header, to which Node would respond with an empty 400. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.httpVersion === '1.1' && !raw.headers.host)
      throw new CallError(400, 'The request has no Host header.');
    done();
  });
}

function headersOf(headers: Headers, body: string): Headers {
  return {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
}
