import type { IncidentDetails } from '@callpoint/contract/incidents';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { IncidentMap } from '../map/incident-map.tsx';
import type { IncidentBase } from '../incident-changes.ts';
import { useMarkPressOpened } from '../use-mark-press-opened.ts';
import { EscalationSteps } from './escalation-steps.tsx';
import { IncidentBand } from './incident-band.tsx';
import classes from './incident.module.css';
import { Notes } from './notes.tsx';
import { Panel } from './panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { RecipientTable } from './recipient-table.tsx';

/** Below the first view. */
const Timeline = lazyPart(async () => (await import('./timeline.tsx')).Timeline, { before: 'soon' });

interface IncidentBodyProps {
  base: IncidentBase;
  incident: IncidentDetails;
}

/** The band with the state and the actions, and the panels below it. */
export function IncidentBody({ base, incident }: IncidentBodyProps) {
  useMarkPressOpened(base, incident.has_record ? incident.button_click_id : null);
  const { procedure } = incident.policy;
  return (
    <>
      <IncidentBand base={base} incident={incident} />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <PersonPanel base={base} incident={incident}>
            <IncidentMap location={incident.location} earlier={incident.earlier_locations} />
          </PersonPanel>
          <Panel title={texts.procedure}>
            <p className={classes['procedure']}>{procedure || texts.noProcedure}</p>
          </Panel>
        </div>
        <div className={classes['column']}>
          <RecipientTable messages={incident.messages} />
          <Notes base={base} incident={incident} />
          <Timeline incident={incident} />
        </div>
        <div className={classes['column']}>
          <EscalationSteps incident={incident} />
        </div>
      </div>
    </>
  );
}
