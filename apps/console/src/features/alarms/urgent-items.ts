import type { Alarm, AlarmReason } from '@callpoint/contract/alarms';
import {
  BUTTON_LABELS,
  EMERGENCY_BUTTON_ID,
  FORM_LABELS,
  isButtonId,
  isFormId,
} from '@callpoint/contract/catalogue';
import type { Location } from '@callpoint/contract/fields';
import type { ButtonClick } from '@callpoint/contract/submissions';
import type { PagePath } from '../../links/page-path.ts';
import { OWN_SCOPE, teamScope } from '../../list/scope.ts';

/** An item that every screen shows until someone acts: an emergency to open, or an alarm to handle. */
export interface UrgentItem {
  /** Its unique key. */
  key: string;
  /** A Lone Worker Emergency, whether or not it notified someone. */
  emergency: boolean;
  /** Why no one was notified; null for an emergency that notified someone. */
  unnotified: AlarmReason | null;
  /** When it was submitted, ISO 8601. */
  at: string;
  item: string;
  name: string | null;
  phone: string | null;
  location: Location | null;
  /** The subscriber, for administrators; null for the team's own. */
  organization: { id: number; name: string } | null;
  /** The record's page. */
  to: PagePath;
}

/**
 * All waiting items: emergencies first, and the newest first among both kinds. An emergency that notified no one is one item, not two.
 * @param whose `own`: a team's; `all`: what an administrator sees
 */
export function listUrgentItems(
  unopened: readonly ButtonClick[],
  alarms: readonly Alarm[],
  whose: 'own' | 'all',
): UrgentItem[] {
  const alarmed = new Set(alarms.map(({ button_click_id }) => button_click_id));
  return [
    ...alarms.map((alarm) => ofAlarm(alarm, whose)),
    ...unopened.filter(({ id }) => !alarmed.has(id)).map(ofEmergency),
  ].toSorted((a, b) => Number(b.emergency) - Number(a.emergency) || Date.parse(b.at) - Date.parse(a.at));
}

function ofEmergency({ id, created_at, location, app_user }: ButtonClick): UrgentItem {
  return {
    key: `emergency ${id}`,
    emergency: true,
    unnotified: null,
    at: created_at,
    item: BUTTON_LABELS[EMERGENCY_BUTTON_ID],
    name: app_user?.name ?? null,
    phone: app_user?.phone ?? null,
    location,
    organization: null,
    to: `/button_data/${EMERGENCY_BUTTON_ID}/${id}`,
  };
}

function ofAlarm(alarm: Alarm, whose: 'own' | 'all'): UrgentItem {
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
    unnotified: alarm.reason,
    at: alarm.submitted_at,
    item: labelOf(button_id, f_id),
    name: app_user?.name ?? null,
    phone: app_user?.phone ?? null,
    location: alarm.location,
    organization: whose === 'all' ? { id: alarm.team_id, name: alarm.account_name } : null,
    to,
  };
}

function labelOf(button: number | null, form: number | null): string {
  if (button !== null && isButtonId(button)) return BUTTON_LABELS[button];
  return form !== null && isFormId(form) ? FORM_LABELS[form] : '';
}
