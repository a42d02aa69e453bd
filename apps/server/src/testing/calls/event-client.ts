import type { LiveMessage } from '@callpoint/contract/live-events';
import { onTestFinished } from 'vitest';

/** The event stream of a console, for tests that wait for events. It is closed when the test finishes. */
export type TestEventStream = {
  /** All messages so far; updated live. */
  messages: LiveMessage[];
  /** Resolves with the first message of this kind, as soon as it is received. */
  received<Kind extends LiveMessage['kind']>(kind: Kind): Promise<Extract<LiveMessage, { kind: Kind }>>;
  /** Resolves when the stream is closed, by either side. */
  closed: Promise<void>;
  stop(): void;
};

type StreamOptions = { base?: string; headers?: Record<string, string>; query?: Record<string, string> };

/**
 * Opens a stream and resolves when the server has sent its first message. Throws with the status if it rejects the
 * call.
 */
export async function openEventStream(
  url: string,
  token: string,
  { base = '/tapi/v1', headers = {}, query = {} }: StreamOptions = {},
): Promise<TestEventStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}${base}/events?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  if (response.status !== 200) throw new Error(`rejected with ${response.status}: ${await response.text()}`);
  const messages: LiveMessage[] = [];
  const waiting = new Set<() => void>();
  const closed = read(response, (message) => {
    messages.push(message);
    for (const check of waiting) check();
  });
  const client: TestEventStream = {
    messages,
    closed,
    stop: () => abort.abort(),
    received: (kind) =>
      new Promise((resolve) => {
        const check = () => {
          const found = messages.find((message) => message.kind === kind);
          if (!found) return;
          waiting.delete(check);
          resolve(found as never);
        };
        waiting.add(check);
        check();
      }),
  };
  onTestFinished(client.stop);
  await client.received('hello');
  return client;
}

async function read(response: Response, onMessage: (message: LiveMessage) => void): Promise<void> {
  let text = '';
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + chunk).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data !== undefined) onMessage(JSON.parse(data) as LiveMessage);
      }
    }
  } catch {
    // The connection was lost, or the test closed the stream.
  }
}
