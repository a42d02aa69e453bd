import { useEffect, useState } from 'react';
import type { Segments } from '@callpoint/alerts/sms/segments';

type Count = (text: string) => Segments;

/** Counts SMS after its code has loaded; null before, and if it could not be loaded. */
export function useSegments(text: string): Segments | null {
  const [count, setCount] = useState<Count | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@callpoint/alerts/sms/segments').then(
      ({ countSegments }) => wanted && setCount(() => countSegments),
      // The page works without it.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return count ? count(text) : null;
}
