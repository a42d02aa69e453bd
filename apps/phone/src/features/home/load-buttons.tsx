import { useState } from 'react';
import { Button } from '../../display/button.tsx';
import { Problem } from '../../display/note.tsx';
import { refreshDashboard } from '../../session/dashboard.ts';
import { texts } from '../../texts/texts.ts';
import { useLoaded } from './use-loaded.ts';

/** The first start, before the buttons are known. */
export function LoadButtons() {
  const [attempt, setAttempt] = useState(0);
  const hasFailed = useLoaded(refreshDashboard, attempt) === 'failed';
  if (!hasFailed) return <output>{texts.common.loading}</output>;
  return (
    <>
      <Problem>{texts.home.loadFailed}</Problem>
      <Button onClick={() => setAttempt((now) => now + 1)}>{texts.home.tryAgain}</Button>
    </>
  );
}
