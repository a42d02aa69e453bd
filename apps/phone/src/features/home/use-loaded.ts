import { useEffect, useState } from 'react';

/** Runs a read, again for each new `attempt`. */
export function useLoaded(load: () => Promise<unknown>, attempt: number): 'loading' | 'loaded' | 'failed' {
  const [state, setState] = useState<{ attempt: number; result: 'loaded' | 'failed' } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const end = (result: 'loaded' | 'failed') => () => {
      if (isCurrent) setState({ attempt, result });
    };
    load().then(end('loaded'), end('failed'));
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  return state?.attempt === attempt ? state.result : 'loading';
}
