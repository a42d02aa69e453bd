import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import { reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { safeTitle } from '../../texts/response/incident-text.ts';
import { serverText } from '../../texts/server-text.ts';
import { whenText } from '../../texts/times.ts';

type SafeStateProps = { clientId: string; incident: OwnSubmission['incident']; isEmergency: boolean };

/** "I am safe now": the link to it, or what the server knows of it. */
export function SafeState({ clientId, incident, isEmergency }: SafeStateProps) {
  const report = useStore(reports)?.safe.find(({ client_id }) => client_id === clientId);
  const safeAt = incident?.safe_at ?? report?.accepted_at ?? null;
  if (safeAt !== null) {
    return (
      <output>
        <Note>
          <p>{responseTexts.safe.reported(whenText(report?.made_at ?? safeAt))}</p>
          {incident?.state !== 'closed' && <p>{acceptedText(incident)}</p>}
        </Note>
      </output>
    );
  }
  if (incident?.state === 'closed') return null;
  if (report && isUnsent(report)) return <Note alert>{responseTexts.safe.waiting}</Note>;
  // Before the status is known, the server has an incident at least for an emergency.
  if (!incident && !isEmergency) return null;
  return (
    <>
      {report?.rejection && (
        <Note alert>
          {responseTexts.safe.rejected} {serverText(report.rejection)}
        </Note>
      )}
      <a
        className={controls['button']}
        data-drill={incident?.is_drill ?? false}
        href={href(`/safe/${clientId}`)}
      >
        {safeTitle(incident)}
      </a>
    </>
  );
}

/** Who gets the report. */
function acceptedText(incident: OwnSubmission['incident']): string {
  if (incident?.is_drill) return responseTexts.safe.drill;
  return incident?.is_unnotified ? responseTexts.safe.acceptedUnnotified : responseTexts.safe.accepted;
}
