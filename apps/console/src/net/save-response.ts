import { CallError } from './call-error.ts';
import type { DownloadOptions } from './download.ts';

/** Bytes that are collected before the browser may write them to its disk. */
const CHUNK_SIZE = 4 * 1024 * 1024;

/** Passes the content of a response to the browser to save; resolves to the name of the file. */
export async function saveResponse(response: Response, options: DownloadOptions): Promise<string> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const file = await gather(response, options);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? 'export.csv';
  link.click();
  URL.revokeObjectURL(address);
  return link.download;
}

async function gather(response: Response, { signal, onProgress }: DownloadOptions): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  let blob = new Blob([], { type });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const step = await reader?.read();
      if (!step || step.done) break;
      parts.push(step.value);
      waiting += step.value.byteLength;
      onProgress(blob.size + waiting);
      if (waiting < CHUNK_SIZE) continue;
      blob = new Blob([blob, ...parts], { type });
      [parts, waiting] = [[], 0];
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CallError('unreachable', 0, []);
  }
  return new Blob([blob, ...parts], { type });
}
