import { api } from './api.ts';
import type { ReadQuery, StreamPath } from './api-types.ts';
import { CallError } from './call-error.ts';

export type DownloadOptions = {
  signal: AbortSignal;
  /** Called now and then with the number of received bytes. */
  onProgress: (bytes: number) => void;
};

/**
 * Fetches a file as the signed-in person and passes it to the browser to save; resolves to its name. The token is in a
 * header: a link would store it in the browser's list of downloads. Throws CallError, also if the download aborts.
 */
export async function download<Path extends StreamPath<'text/csv' | 'application/json' | 'application/pdf'>>(
  path: Path,
  query: ReadQuery<Path>,
  options: DownloadOptions,
): Promise<string> {
  const { saveResponse } = await import('./save-response.ts').catch(() => {
    throw new CallError('unreachable', 0, []);
  });
  return await saveResponse(await api.open(path, { query, signal: options.signal }), options);
}
