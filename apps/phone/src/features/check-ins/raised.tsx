import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { notifiesSomeone } from '@callpoint/contract/reaches-someone';
import { useEffect, useState } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import type { StoredCheckIn } from '../../reports/check-in.ts';
import { dismissCheckIn, reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { read } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { whenText } from '../../texts/times.ts';
import classes from './check-ins.module.css';

/** The server raised the emergency: when, and where its status is. Hiding the notice does not end the emergency. */
export function Raised({ checkIn }: { checkIn: StoredCheckIn }) {
  const clientId = checkIn.known?.press_client_id ?? null;
  const submission = useSubmission(clientId);
  return (
    <Note alert>
      <p className={classes['raisedText']}>
        {submission !== null && notifiesSomeone(submission)
          ? responseTexts.checkIn.raised(whenText(submission.created_at))
          : responseTexts.checkIn.raisedOnly}
      </p>
      <div className={classes['raised']}>
        {clientId !== null && <SafeLink clientId={clientId} incident={submission?.incident ?? null} />}
        <div className={controls['row']}>
          {clientId !== null && (
            <a className={controls['button']} href={href(`/sent/${clientId}`)}>
              {responseTexts.checkIn.showAlert}
            </a>
          )}
          <Button onClick={() => void dismissCheckIn(checkIn)}>{responseTexts.checkIn.hide}</Button>
        </div>
      </div>
    </Note>
  );
}

type SafeLinkProps = { clientId: string; incident: OwnSubmission['incident'] };

/** "I am safe now", as on the page of the emergency; or that the person has reported it. */
function SafeLink({ clientId, incident }: SafeLinkProps) {
  const report = useStore(reports)?.safe.find(({ client_id }) => client_id === clientId);
  if (report && isUnsent(report)) return <p>{responseTexts.safe.waiting}</p>;
  const safeAt = incident?.safe_at ?? report?.accepted_at ?? null;
  if (safeAt !== null) return <p>{responseTexts.safe.reported(whenText(report?.made_at ?? safeAt))}</p>;
  if (incident?.state === 'closed') return null;
  return (
    <a className={controls['button']} href={href(`/safe/${clientId}`)}>
      {responseTexts.safe.title}
    </a>
  );
}

/** The emergency as the server knows it; null while that is not known. */
function useSubmission(clientId: string | null): OwnSubmission | null {
  const [submission, setSubmission] = useState<OwnSubmission | null>(null);
  useEffect(() => {
    if (clientId === null) return;
    let isCurrent = true;
    void (async () => {
      const response = await read('/mapi/v1/submission', { client_id: clientId }).catch(() => null);
      if (isCurrent && response) setSubmission(response.data);
    })();
    return () => {
      isCurrent = false;
    };
  }, [clientId]);
  return submission;
}
