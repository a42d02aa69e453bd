import { useEffect, useState } from 'react';

/** True from a moment on (in milliseconds of `Date.now()`); null: never. */
export function useIsPast(moment: number | null): boolean {
  const [past, setPast] = useState<number | null>(null);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setPast(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && past === moment;
}
