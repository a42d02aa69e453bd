import { api } from './api.ts';
import type { ReadQuery, StreamPath } from './api-types.ts';
import { CallError } from './call-error.ts';

/** Bytes that are collected before the browser may write them to its disk. */
const CHUNK_SIZE = 4 * 1024 * 1024;

export type DownloadOptions = {
  signal: AbortSignal;
  /** Called now and then with the number of received bytes. */
  onProgress: (bytes: number) => void;
};

/**
 * Fetches a file as the signed-in person and passes it to the browser to save; resolves to its name. The token is in a
 * header: a link would store it in the browser's list of downloads. Throws CallError, also if the download aborts.
 */
export async function download<Path extends StreamPath<'text/csv'>>(
  path: Path,
  query: ReadQuery<Path>,
  options: DownloadOptions,
): Promise<string> {
  const response = await api.open(path, { query, signal: options.signal });
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
