import { alarmList, type Alarm } from '@callpoint/contract/alarms';
import type { Location } from '@callpoint/contract/fields';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/list-query.ts';

const PERSON = ['id', 'name', 'email', 'phone'] as const;

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
    location: sql`coalesce(
      (select location from button_click where button_click.id = alarm.button_click_id),
      (select location from form_submission where form_submission.id = alarm.form_submission_id)
    )`,
  },
  filters: Object.keys(alarmList.filters).filter((name) => name !== 'open'),
  filterIns: [],
  choices: { open: { yes: sql`closed_at is null`, no: sql`closed_at is not null` } },
  related: { table: 'app_user', on: 'app_user_id', columns: PERSON },
  item: ({ app_user_id, app_user_name, app_user_email, app_user_phone, location, ...own }) =>
    ({
      ...own,
      location: typeof location === 'string' ? (JSON.parse(location) as Location) : null,
      ...(app_user_id !== undefined && {
        app_user: { id: app_user_id, name: app_user_name, email: app_user_email, phone: app_user_phone },
      }),
    }) as Alarm,
};
