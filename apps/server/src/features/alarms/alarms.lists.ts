import { alarmList, type Alarm } from '@callpoint/contract/alarms';
import type { Location } from '@callpoint/contract/fields';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { ALARM_IS_UNNOTIFIED } from '../../delivery/queue/notified.ts';

/** A column of the submission that the alarm is about. */
function submissionColumn(name: 'location' | 'user_name' | 'user_email' | 'user_phone') {
  return sql`coalesce(
    (select ${sql.ref(name)} from button_click where button_click.id = alarm.button_click_id),
    (select ${sql.ref(name)} from form_submission where form_submission.id = alarm.form_submission_id)
  )`;
}

export const alarmRows: ListQuery<Alarm> = {
  table: 'alarm',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'button_click_id',
    'form_submission_id',
    'button_id',
    'f_id',
    'submitted_at',
    'reason',
    'raised_at',
    'closed_at',
    'closed_by',
  ],
  // People need the location when they call back. It is stored with the submission and deleted with it.
  computed: {
    account_name: sql`(select account_name from team where team.id = alarm.team_id)`,
    location: submissionColumn('location'),
    user_name: submissionColumn('user_name'),
    user_email: submissionColumn('user_email'),
    user_phone: submissionColumn('user_phone'),
    is_unnotified: ALARM_IS_UNNOTIFIED,
  },
  filters: Object.keys(alarmList.filters).filter((name) => name !== 'open'),
  filterIns: [],
  choices: { open: { yes: sql`closed_at is null`, no: sql`closed_at is not null` } },
  related: { table: 'app_user', column: 'app_user_id' },
  item: ({ app_user_id, user_name, user_email, user_phone, location, is_unnotified, ...own }) =>
    ({
      ...own,
      is_unnotified: is_unnotified === 1,
      location: typeof location === 'string' ? (JSON.parse(location) as Location) : null,
      ...(app_user_id !== undefined && {
        app_user: { id: app_user_id, name: user_name, email: user_email, phone: user_phone },
      }),
    }) as Alarm,
};
