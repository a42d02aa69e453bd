import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { DatabaseLocation } from '@callpoint/server/db/connection';
import { startServerProcess, type ServerProcess } from '@callpoint/server/testing/processes/server-process';
import { pressBody } from './press-body.ts';
import type { Call } from './load.ts';

/** What benchmarks that press as fast as possible have in common. */

/** A press that needs no answer: it opens no incident. */
export const BUTTON = 2;
const PATH = '/mapi/v1/button_click';

/** Starts servers of one database; each is killed by `end`. */
export type PressServers = {
  start(location: DatabaseLocation): Promise<ServerProcess>;
  end(): Promise<void>;
};

/**
 * Servers with a mail server that accepts connections and does not respond: messages are only stored. Without a mail server,
 * each press would raise an alarm.
 */
export async function pressServers(variables: Record<string, string> = {}): Promise<PressServers> {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alerts@callpoint.example' };
  const started: ServerProcess[] = [];
  return {
    async start(location) {
      const server = await startServerProcess(location, { variables: { ...mail, ...variables } });
      started.push(server);
      return server;
    },
    async end() {
      for (const server of started) await server.end('SIGKILL');
      silent.close();
    },
  };
}

/** Presses of the people with these tokens, in turn. */
export function pressesOf(tokens: readonly string[]): Call {
  let next = 0;
  return {
    method: 'POST',
    path: PATH,
    query: () => `?token=${tokens[next++ % tokens.length]}`,
    body: () => pressBody(BUTTON),
  };
}

/** The same as complete HTTP requests. */
export function pressRequests(url: string, tokens: readonly string[]): () => string {
  const { host } = new URL(url);
  const { query } = pressesOf(tokens);
  return () => {
    const body = pressBody(BUTTON);
    return `POST ${PATH}${query?.()} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
}

/** Presses once, and returns the id of the press. */
export async function pressOnce(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}${PATH}?token=${token}`, {
    method: 'POST',
    body: pressBody(BUTTON),
    headers: { 'content-type': 'application/json' },
  });
  if (response.status !== 200) throw new Error(`a press was rejected with ${response.status}`);
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}
