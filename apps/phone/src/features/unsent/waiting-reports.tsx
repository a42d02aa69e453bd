import { ACCOUNT_BLOCKED } from '@callpoint/contract/error-codes';
import { useEffect, useState } from 'react';
import { Note } from '../../display/note.tsx';
import { phaseOf, raiseTime, readCheckIn, type StoredCheckIn } from '../../reports/check-in.ts';
import { isUnsent, readSafeReports } from '../../reports/safe-reports.ts';
import { dashboard } from '../../session/dashboard.ts';
import { sessionEnd } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { timeText } from '../../texts/times.ts';
import { useNow } from '../../store/use-now.ts';

type Waiting = { checkIn: StoredCheckIn | null; isSafeUnsent: boolean };

/** What the person relies on while nobody is signed in: nothing is sent, and no question can be answered. */
export function WaitingReports() {
  const waiting = useWaiting(useStore(dashboard)?.user.id ?? null);
  const isBlocked = useStore(sessionEnd)?.code === ACCOUNT_BLOCKED;
  const now = useNow();
  const text = waiting?.checkIn ? textOf(waiting.checkIn, now, isBlocked) : null;
  return (
    <>
      {waiting?.isSafeUnsent && <Note alert>{responseTexts.safe.signedOut}</Note>}
      {text !== null && <Note alert>{text}</Note>}
    </>
  );
}

/** A blocked organization notifies no one, and the phone cannot tell whether the person or the organization is blocked. */
function textOf(checkIn: StoredCheckIn, now: number, isBlocked: boolean): string | null {
  const phase = phaseOf(checkIn, now);
  if (phase === 'none' || phase === 'rejected' || phase === 'raised') return null;
  if (phase === 'starting') return responseTexts.checkIn.startsLater;
  if (isBlocked) return responseTexts.checkIn.blocked;
  const raiseAt = raiseTime(checkIn);
  if (raiseAt === null) return null;
  if (phase === 'overdue') return responseTexts.checkIn.overdue(timeText(raiseAt));
  return `${responseTexts.checkIn.signOut} ${responseTexts.checkIn.serverRaises(timeText(raiseAt))}`;
}

/** Read from the storage: the page shows the reports of the signed-in person only. */
function useWaiting(userId: number | null): Waiting | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    if (userId === null) return;
    let isCurrent = true;
    void (async () => {
      const [checkIn, safe] = await Promise.all([readCheckIn(userId), readSafeReports(userId)]);
      if (isCurrent) setWaiting({ checkIn, isSafeUnsent: safe.some(isUnsent) });
    })();
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  return waiting;
}
