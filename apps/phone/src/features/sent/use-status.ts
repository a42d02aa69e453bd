import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { useEffect, useState } from 'react';
import { isMissing, loadPresses, rememberPress, sendLostAgain } from '../../reports/open-emergencies.ts';
import { read } from '../../session/session.ts';

export type Status = {
  submission: OwnSubmission | null;
  /** `missing`: the server does not know it. */
  state: 'loading' | 'known' | 'failed' | 'missing';
};

/** How often the status is read, by the time since the screen was opened; in milliseconds. */
const INTERVALS = [
  { until: 30_000, every: 1_000 },
  { until: 5 * 60_000, every: 3_000 },
  { until: 60 * 60_000, every: 15_000 },
  { until: Infinity, every: 60_000 },
] as const;

/** A person who waits until someone has it reads it within a second, for this many milliseconds. */
const WAITING = { until: 60 * 60_000, every: 1_000 };

/** What the server knows about a submission, read again and again while the screen is visible. */
export function useStatus(clientId: string, isReceived: boolean): Status {
  const [status, setStatus] = useState<Status>({ submission: null, state: 'loading' });
  useEffect(() => {
    if (!isReceived) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    // Shown until the server responds.
    void loadPresses().catch(() => null);
    const readAgain = async () => {
      clearTimeout(timer);
      let isWaiting = false;
      if (document.visibilityState === 'visible') {
        const next = await readStatus(clientId);
        if (isStopped) return;
        isWaiting = next.submission?.incident?.state === 'open';
        // Without a response, what was known stays; not what the server no longer has.
        setStatus((before) => (next.state === 'failed' ? { ...before, state: 'failed' } : next));
      }
      const elapsed = Date.now() - startedAt;
      const intervals = isWaiting ? [WAITING, ...INTERVALS] : INTERVALS;
      const every = intervals.find(({ until }) => elapsed < until)?.every;
      timer = setTimeout(() => void readAgain(), every);
    };
    void readAgain();
    const onShown = () => void (document.visibilityState === 'visible' && readAgain());
    document.addEventListener('visibilitychange', onShown);
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('push');
    channel?.addEventListener('message', onShown);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
      channel?.close();
    };
  }, [clientId, isReceived]);
  return status;
}

async function readStatus(clientId: string): Promise<Status> {
  try {
    const { data } = await read('/mapi/v1/submission', { client_id: clientId }, { timeout: 10_000 });
    void rememberPress(data).catch(() => null);
    return { submission: data, state: 'known' };
  } catch (error) {
    if (!isMissing(error)) return { submission: null, state: 'failed' };
    return { submission: null, state: (await sendLostAgain(clientId)) ? 'loading' : 'missing' };
  }
}
