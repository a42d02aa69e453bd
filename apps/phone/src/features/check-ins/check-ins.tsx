import { useState } from 'react';
import { Button } from '../../display/button.tsx';
import { ContactList } from '../../display/contact-list.tsx';
import { Confirm } from '../../display/dialog.tsx';
import { Screen } from '../../display/screen.tsx';
import { phaseOf, type Phase, type StoredCheckIn } from '../../reports/check-in.ts';
import { endCheckIn, reports } from '../../reports/reports.ts';
import { dashboard, emergencyNumber } from '../../session/dashboard.ts';
import { useNow } from '../../store/use-now.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { timeText } from '../../texts/times.ts';
import { CheckInState } from './check-in-state.tsx';
import { durationText } from './duration-text.ts';
import { Schedule } from './schedule.tsx';

/** When these are shown, someone to call helps more than waiting. */
const CALLS: readonly Phase[] = ['answered', 'overdue', 'raised'];

/** Schedules check-ins, or shows those in progress. */
export function CheckIns() {
  const known = useStore(reports);
  const now = useNow();
  const shown = useStore(dashboard);
  const checkIn = known?.checkIn ?? null;
  const phase = phaseOf(checkIn, now);
  const isOver = phase === 'none' || phase === 'rejected' || phase === 'raised';
  const isShown = checkIn !== null && !(isOver && checkIn.is_read);
  return (
    <Screen title={responseTexts.checkIn.title}>
      {known === null && <output>{texts.common.loading}</output>}
      {isShown && <CheckInState checkIn={checkIn} phase={phase} now={now} />}
      {isShown && CALLS.includes(phase) && known?.isFailing !== false && (
        <ContactList contacts={shown?.contacts ?? []} number={emergencyNumber(shown)} />
      )}
      {known && isOver && <Schedule key={checkIn?.client_id} last={checkIn} now={new Date(now)} />}
      {checkIn && !isOver && <Plan checkIn={checkIn} isEnding={phase === 'ending'} />}
    </Screen>
  );
}

function Plan({ checkIn, isEnding }: { checkIn: StoredCheckIn; isEnding: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p>{responseTexts.checkIn.plan(durationText(checkIn.every_minutes), timeText(checkIn.until))}</p>
      {!isEnding && <Button onClick={() => setAsking(true)}>{responseTexts.checkIn.end}</Button>}
      {isAsking && (
        <Confirm
          title={responseTexts.checkIn.endTitle}
          yes={responseTexts.checkIn.endYes}
          no={responseTexts.checkIn.endNo}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            void endCheckIn(checkIn);
          }}
        >
          <p>{responseTexts.checkIn.endText}</p>
        </Confirm>
      )}
    </>
  );
}
