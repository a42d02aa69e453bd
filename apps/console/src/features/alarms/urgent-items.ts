import type { Alarm } from '@callpoint/contract/alarms';
import {
  BUTTON_LABELS,
  EMERGENCY_BUTTON_ID,
  FORM_LABELS,
  isButtonId,
  isFormId,
} from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import type { Incident } from '@callpoint/contract/incidents';
import type { ButtonClick } from '@callpoint/contract/submissions';
import type { PagePath } from '../../links/page-path.ts';
import { isOverdue } from '../../display/eta-text.ts';
import { OWN_SCOPE, teamScope } from '../../list/scope.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';

/** An item that every screen shows until someone acts: an emergency to open, or an alarm to handle. */
export interface UrgentItem {
  /** Its unique key. */
  key: string;
  /** A Lone Worker Emergency, whether or not it notified someone. */
  emergency: boolean;
  /** The open alarm about it: why, and whether no one was notified. */
  alarm: Pick<Alarm, 'reason' | 'is_unnotified'> | null;
  /** No one was notified of it. */
  unnotified: boolean;
  /** When it was submitted, ISO 8601. */
  at: string;
  item: string;
  name: string | null;
  phone: string | null;
  location: Location | null;
  /** The subscriber, for administrators; null for the team's own. */
  organization: { id: number; name: string } | null;
  /** When the person reported that they are safe. */
  safe: string | null;
  /** A press to practice. */
  drill: boolean;
  /** Who acknowledged the incident, and when they will be there; null while no one has. */
  acknowledged: (Pick<Incident, 'state' | 'eta_at'> & { owner: string | null }) | null;
  /** The id of the press; null for a form. */
  press: number | null;
  /** The page of the incident, or of the record. */
  to: PagePath;
}

/** Whoever has it did not arrive in time. No one is late in a drill. */
export function isLate({ acknowledged, drill }: UrgentItem, now: number): boolean {
  return !drill && acknowledged !== null && isOverdue(acknowledged, now);
}

/** What is read for the bar. */
export interface UrgentRows {
  /** Unopened emergencies; most of those with an incident are in `incidents`, or need no one. */
  unopened: readonly ButtonClick[];
  alarms: readonly Alarm[];
  /** Open incidents. */
  incidents: readonly Incident[];
}

/**
 * All items: emergencies first, and the newest first among both kinds. Acknowledged incidents are last. An emergency that
 * notified no one is one item, not two.
 * @param whose `own`: a team's; `all`: what an administrator sees
 */
export function listUrgentItems(
  { unopened, alarms, incidents }: UrgentRows,
  whose: 'own' | 'all',
): UrgentItem[] {
  // An incident that no one acknowledged is shown itself, if it is among the open ones.
  const escalated = new Map(incidents.map((incident) => [incident.button_click_id, incident]));
  // For administrators its alarm stays, until one of them has handled it.
  const shown = alarms.filter(
    ({ reason, button_click_id: id }) =>
      whose === 'all' || reason !== 'unacknowledged' || id === null || !escalated.has(id),
  );
  const alarmed = new Set(shown.map(({ button_click_id }) => button_click_id));
  return [
    ...shown.map((alarm) => ofAlarm(alarm, whose, escalated)),
    ...incidents
      .filter(({ button_click_id: id }) => !alarmed.has(id))
      .map((incident) => ofIncident(incident, whose)),
    // Only some of many open incidents are read, and their list may fail: an emergency is shown in any case.
    ...unopened
      .filter(
        ({ id, incident }) =>
          !alarmed.has(id) && (incident === null || incident.state === 'open') && !escalated.has(id),
      )
      .map(ofEmergency),
  ].toSorted(
    (a, b) =>
      Number(b.acknowledged === null) - Number(a.acknowledged === null) ||
      Number(b.emergency) - Number(a.emergency) ||
      Number(a.drill) - Number(b.drill) ||
      Date.parse(b.at) - Date.parse(a.at),
  );
}

function ofIncident(incident: Incident, whose: 'own' | 'all'): UrgentItem {
  const { id, button_id, is_drill, state, owner, app_user } = incident;
  const label = labelOf(button_id, null);
  return {
    key: `incident ${id}`,
    emergency: button_id === EMERGENCY_BUTTON_ID,
    alarm: null,
    unnotified: incident.is_unnotified,
    at: incident.opened_at,
    item: is_drill ? incidentStateTexts.drillOf(label) : label,
    name: app_user.name || null,
    phone: app_user.phone || null,
    location: incident.location,
    organization: whose === 'all' ? { id: incident.team_id, name: incident.account_name } : null,
    safe: incident.safe_at,
    drill: is_drill,
    press: incident.button_click_id,
    acknowledged: state === 'open' ? null : { owner: owner?.name ?? null, state, eta_at: incident.eta_at },
    to: `/incidents/${id}`,
  };
}

function ofEmergency({ id, created_at, location, app_user, incident }: ButtonClick): UrgentItem {
  const drill = incident?.is_drill ?? false;
  const label = BUTTON_LABELS[EMERGENCY_BUTTON_ID];
  return {
    key: incident ? `incident ${incident.id}` : `emergency ${id}`,
    emergency: true,
    alarm: null,
    unnotified: false,
    at: created_at,
    item: drill ? incidentStateTexts.drillOf(label) : label,
    name: app_user?.name ?? null,
    phone: app_user?.phone ?? null,
    location,
    organization: null,
    safe: null,
    drill,
    press: id,
    acknowledged: null,
    to: incident ? `/incidents/${incident.id}` : `/button_data/${EMERGENCY_BUTTON_ID}/${id}`,
  };
}

function ofAlarm(
  alarm: Alarm,
  whose: 'own' | 'all',
  incidents: ReadonlyMap<number | null, Incident>,
): UrgentItem {
  const { button_click_id, form_submission_id, button_id, f_id, app_user } = alarm;
  const { recordsPath } = whose === 'own' ? OWN_SCOPE : teamScope(alarm.team_id);
  // The record's item is in the field of its kind; the other field is null.
  const to: PagePath =
    button_click_id === null
      ? `${recordsPath('form_data', Number(f_id))}/${Number(form_submission_id)}`
      : `${recordsPath('button_data', Number(button_id))}/${button_click_id}`;
  return {
    key: `alarm ${alarm.id}`,
    emergency: button_id === EMERGENCY_BUTTON_ID,
    alarm,
    unnotified: alarm.is_unnotified,
    at: alarm.submitted_at,
    item: labelOf(button_id, f_id),
    name: app_user?.name ?? null,
    phone: app_user?.phone ?? null,
    location: alarm.location,
    organization: whose === 'all' ? { id: alarm.team_id, name: alarm.account_name } : null,
    safe: incidents.get(button_click_id)?.safe_at ?? null,
    drill: false,
    press: button_click_id,
    acknowledged: null,
    to,
  };
}

function labelOf(button: number | null, form: number | null): string {
  if (button !== null && isButtonId(button)) return BUTTON_LABELS[button];
  return form !== null && isFormId(form) ? FORM_LABELS[form] : '';
}
