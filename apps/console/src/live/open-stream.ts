import type { LiveMessage } from '@callpoint/contract/live-events';
import { readCode, readProblems } from '../net/call-error.ts';
import { readMessage } from '../net/stream-message.ts';
import type { OpenStream, StreamEnd } from './live-connection.ts';

const NO_ANSWER: StreamEnd = { status: 0, retryAfter: null, msg: null, code: null };

/**
 * The stream of a session. It uses fetch, because an EventSource would put the token into the address, where proxies
 * log it, and would not report why it was rejected.
 */
export function createStreamOpener(
  fetch: typeof globalThis.fetch,
  { path, token }: { path: () => Promise<string>; token: string },
): OpenStream {
  return async (signal, onMessage) => {
    let opened = false;
    try {
      const response = await fetch(await path(), {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        cache: 'no-store',
        credentials: 'same-origin',
        signal,
      });
      if (response.status !== 200 || !response.body) return await rejectedEnd(response);
      opened = true;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const read = createMessageReader(onMessage);
      for (let part = await reader.read(); !part.done; part = await reader.read()) read(part.value);
      return { ...NO_ANSWER, status: 200 };
    } catch {
      return opened ? { ...NO_ANSWER, status: 200 } : NO_ANSWER;
    }
  };
}

/** Finds messages in a stream's text, regardless of how it was split. */
export function createMessageReader(onMessage: (message: LiveMessage) => void): (part: string) => void {
  let rest = '';
  return (part) => {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const line = block.split('\n').find((one) => one.startsWith('data: '));
      if (line) onMessage(readMessage<'/api/v1/events'>(line.slice('data: '.length)));
    }
  };
}

async function rejectedEnd(response: Response): Promise<StreamEnd> {
  // A proxy responds for a server that is down.
  if (response.status === 502 || response.status === 504) return NO_ANSWER;
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const body: unknown = await response.json().catch(() => null);
  return {
    status: response.status === 200 ? 0 : response.status,
    retryAfter: Number.isNaN(seconds) ? null : seconds,
    msg: readProblems(body)[0]?.msg ?? null,
    code: readCode(body),
  };
}
