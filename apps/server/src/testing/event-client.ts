import type { LiveMessage } from '@callpoint/contract/live-events';
import { onTestFinished } from 'vitest';

/** A console that listens: what it is told, to be waited for. Goes when the test ends. */
export type EventClient = {
  /** All that has come so far; live. */
  messages: LiveMessage[];
  /** Resolves when a message of this kind has come, with the first one. */
  told<Kind extends LiveMessage['kind']>(kind: Kind): Promise<Extract<LiveMessage, { kind: Kind }>>;
  /** Resolves when the stream has ended, from whichever side. */
  ended: Promise<void>;
  stop(): void;
};

/** Opens a stream and resolves when the server has greeted. Throws the status where it refuses. */
export async function listen(
  url: string,
  token: string,
  { base = '/tapi/v1', headers = {} }: { base?: string; headers?: Record<string, string> } = {},
): Promise<EventClient> {
  const giveUp = new AbortController();
  const response = await fetch(`${url}${base}/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: giveUp.signal,
  });
  if (response.status !== 200) throw new Error(`refused with ${response.status}: ${await response.text()}`);
  const messages: LiveMessage[] = [];
  const waiting = new Set<() => void>();
  const ended = read(response, (message) => {
    messages.push(message);
    for (const look of waiting) look();
  });
  const client: EventClient = {
    messages,
    ended,
    stop: () => giveUp.abort(),
    told: (kind) =>
      new Promise((resolve) => {
        const look = () => {
          const found = messages.find((message) => message.kind === kind);
          if (!found) return;
          waiting.delete(look);
          resolve(found as never);
        };
        waiting.add(look);
        look();
      }),
  };
  onTestFinished(client.stop);
  await client.told('hello');
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
    // Cut off, or given up here: an end like any other.
  }
}
