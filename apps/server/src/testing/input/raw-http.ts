import { once } from 'node:events';
import { connect } from 'node:net';

export type RawResponse = { status: number; headers: Headers; body: string };

/** Sends a request unchanged and reads the response until the server closes the connection. */
export async function rawExchange(url: string, request: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // The server may close the connection before the full request is sent.
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(request);
  await closed;
  return parseResponse(text);
}

function parseResponse(text: string): RawResponse {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}
