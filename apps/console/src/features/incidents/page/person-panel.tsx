import type { IncidentDetails } from '@callpoint/contract/incidents';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmailLink, RecordLink } from '../../../display/cells.tsx';
import { useReadableNumber } from '../../../display/readable-number.ts';
import { OWN_SCOPE, teamScope } from '../../../list/scope.ts';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentBase } from '../incident-changes.ts';
import classes from './incident.module.css';
import { Panel } from './panel.tsx';
import { subscriberNameTexts } from '../../../texts/subscriber-name.ts';

interface PersonPanelProps {
  base: IncidentBase;
  incident: IncidentDetails;
  /** The place. */
  children: ReactNode;
}

/** Who pressed, the numbers to call, and where the phone is. */
export function PersonPanel({ base, incident, children }: PersonPanelProps) {
  const { app_user, team_id, account_name, button_id, button_click_id, has_record } = incident;
  const { is_drill, emergency_number, state } = incident;
  const name = app_user.name || incidentStateTexts.somebody;
  const readable = useReadableNumber();
  const number = app_user.phone.replaceAll(/[^\d+]/g, '');
  const scope = base === '/tapi/v1' ? OWN_SCOPE : teamScope(team_id);
  return (
    <Panel title={texts.person} flush>
      <div className={classes['panelBody']}>
        <p className={classes['name']} dir="auto">
          {name}
        </p>
        {base === '/api/v1' && (
          <p className={classes['soft']}>
            <RecordLink
              to={`/subscriber/profile/${team_id}`}
              label={subscriberNameTexts.numbered(account_name, team_id)}
            >
              {subscriberNameTexts.numbered(account_name, team_id)}
            </RecordLink>
          </p>
        )}
        <p>
          <EmailLink address={app_user.email} />
        </p>
        {number === '' ? (
          <p className={classes['soft']}>{texts.noPhone}</p>
        ) : (
          <a
            className={classes['callRow']}
            href={`tel:${number}`}
            aria-label={texts.callNumber(name, readable(app_user.phone))}
          >
            <IconPhone aria-hidden size={18} />
            <span className={classes['callText']}>
              <span dir="auto">{texts.call(name)}</span>
              <strong>{readable(app_user.phone)}</strong>
            </span>
          </a>
        )}
        <div className={classes['calls']} data-unprinted>
          {!is_drill && (
            <a
              className={classes['callRow']}
              href={`tel:${emergency_number}`}
              data-emergency={state !== 'closed' || undefined}
            >
              <IconPhone aria-hidden size={18} />
              {texts.callEmergency(emergency_number)}
            </a>
          )}
          {number !== '' && (
            <a className={classes['callRow']} href={`sms:${number}`} aria-label={texts.textPerson(name)}>
              <IconMessage aria-hidden size={18} />
              {texts.text}
            </a>
          )}
        </div>
        <p className={classes['soft']} data-unprinted>
          {has_record ? (
            <RecordLink
              to={`${scope.recordsPath('button_data', button_id)}/${button_click_id}`}
              label={texts.recordOf(button_click_id)}
            >
              {texts.recordOf(button_click_id)}
            </RecordLink>
          ) : (
            texts.recordDeleted(button_click_id)
          )}
        </p>
      </div>
      {children}
    </Panel>
  );
}
