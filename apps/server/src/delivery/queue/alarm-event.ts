import type { LiveEvent } from '@callpoint/contract/live-events';
import type { Row } from '../../db/rows.ts';

export type RaisedAlarm = Pick<
  Row<'alarm'>,
  'id' | 'team_id' | 'button_click_id' | 'form_submission_id' | 'button_id' | 'f_id' | 'raised_at'
>;

/** The live event about an alarm, for open consoles. */
export function alarmEvent(
  kind: 'alarm.raised' | 'alarm.closed',
  { id, team_id, button_click_id, form_submission_id, button_id, f_id }: Omit<RaisedAlarm, 'raised_at'>,
  at: string,
): LiveEvent {
  const isButton = button_click_id !== null;
  return {
    kind,
    team_id,
    alarm_id: id,
    submission: isButton ? 'button' : 'form',
    item_id: (isButton ? button_id : f_id) ?? 0,
    id: button_click_id ?? form_submission_id ?? 0,
    at,
  };
}
