import { keyOfImageUrl } from '@callpoint/contract/image-address';
import type { ImageSize } from '@callpoint/contract/images';
import { useQuery } from '@tanstack/react-query';
import { loadImage } from './load-image.ts';

/** The stored images do not change; they are discarded some minutes after they were shown. */
const KEEP_MS = 5 * 60_000;

export type LoadedImage = {
  /** What an `<img>` shows; undefined while it loads, and after a failure. */
  source: string | undefined;
  hasFailed: boolean;
  retry: () => void;
};

/** An image of a form: uploaded ones are loaded with the session, the others by the browser. */
export function useImage(address: string, size: ImageSize, isWanted = true): LoadedImage {
  const key = keyOfImageUrl(address);
  const { data, isError, refetch } = useQuery({
    queryKey: ['image', key, size],
    queryFn: ({ signal }) => loadImage(key ?? '', size, signal),
    enabled: key !== null && isWanted,
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
  if (key === null) return { source: address, hasFailed: false, retry: () => {} };
  return { source: data, hasFailed: isError, retry: () => void refetch() };
}
