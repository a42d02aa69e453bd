import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import type { StoredCheckIn } from '../../reports/check-in.ts';
import { isOpenNow, knownPresses, type KnownPress } from '../../reports/open-emergencies.ts';
import { dismissCheckIn, reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { useReading } from '../../reports/use-reading.ts';
import { useStore } from '../../store/use-store.ts';
import { incidentHeadline } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { whenText } from '../../texts/times.ts';
import classes from './check-ins.module.css';

/**
 * The server raised the emergency: when, who has it, and where its status is. Hiding the notice does not end the emergency. Nothing
 * is asked any more.
 */
export function Raised({ checkIn }: { checkIn: StoredCheckIn }) {
  const clientId = checkIn.known?.press_client_id ?? null;
  const press = useStore(knownPresses)?.presses.find(({ client_id }) => client_id === clientId);
  useReading(press === undefined || isOpenNow(press));
  const incident = press?.incident ?? null;
  return (
    <Note alert>
      <p className={classes['raisedText']}>
        {press && incident
          ? responseTexts.checkIn.raised(whenText(press.pressed_at))
          : responseTexts.checkIn.raisedOnly}
      </p>
      <p className={classes['raisedFacts']}>
        {incident && <span aria-live="polite">{incidentHeadline(incident)}.</span>}{' '}
        {responseTexts.checkIn.over}
      </p>
      <div className={classes['raised']}>
        {clientId !== null && <SafeLink clientId={clientId} incident={incident} />}
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

type SafeLinkProps = { clientId: string; incident: KnownPress['incident'] };

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
