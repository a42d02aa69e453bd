import { EMERGENCY_BUTTON_ID, type SubmissionKind } from '@callpoint/contract/catalogue';
import type { Location } from '@callpoint/contract/fields';
import {
  buttonClickList,
  formSubmissionList,
  type ButtonClick,
  type FormSubmission,
} from '@callpoint/contract/submissions';
import { sql } from 'kysely';
import { CREATED_BETWEEN, type ListQuery } from '../../db/list-query.ts';
import { readSubmissionTotal } from '../../db/submission-totals.ts';

type Row = Record<string, unknown>;

const RELATED = { table: 'app_user', on: 'app_user_id', columns: ['id', 'name', 'email', 'phone'] } as const;

export const buttonClicks: ListQuery<ButtonClick> = {
  table: 'button_click',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'button_id',
    'location',
    'pressed_at',
    'screen_text',
    'created_at',
    'opened_at',
    'opened_by',
  ],
  filters: Object.keys(buttonClickList.filters).filter((name) => name !== 'opened'),
  choices: {
    opened: {
      yes: sql`opened_at is not null`,
      // Written like the condition of the partial index, so that the database uses it.
      no: sql`button_id = ${sql.lit(EMERGENCY_BUTTON_ID)} and opened_at is null`,
    },
  },
  filterIns: [],
  comparisons: CREATED_BETWEEN,
  related: RELATED,
  total: storedTotal('button', 'button_id'),
  item: (row) => withParts(row) as ButtonClick,
};

export const formSubmissions: ListQuery<FormSubmission> = {
  table: 'form_submission',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'f_id',
    'location',
    'company',
    'message',
    'other_data',
    'pressed_at',
    'screen_text',
    'created_at',
  ],
  filters: Object.keys(formSubmissionList.filters),
  filterIns: [],
  comparisons: CREATED_BETWEEN,
  related: RELATED,
  total: storedTotal('form', 'f_id'),
  item: (row) => withParts(row) as FormSubmission,
};

/** The stored total, for filters by subscriber and by item; with other filters the rows are counted. */
function storedTotal(kind: SubmissionKind, itemColumn: string): NonNullable<ListQuery<unknown>['total']> {
  return async (platform, teamId, filters) => {
    if (['id', 'from', 'to', 'opened'].some((name) => filters.has(name))) return null;
    const filteredTeam = filters.get('team_id') as number | undefined;
    if (teamId !== null && filteredTeam !== undefined && filteredTeam !== teamId) return 0;
    return await readSubmissionTotal(
      platform,
      kind,
      teamId ?? filteredTeam ?? null,
      (filters.get(itemColumn) as number | undefined) ?? null,
    );
  };
}

/** The row with its location parsed and its app user as an object. */
function withParts(row: Row): unknown {
  const { app_user_id, app_user_name, app_user_email, app_user_phone, location, ...own } = row;
  const item: Row = {
    ...own,
    location: typeof location === 'string' ? (JSON.parse(location) as Location) : null,
  };
  if (app_user_id !== undefined) {
    item['app_user'] = { id: app_user_id, name: app_user_name, email: app_user_email, phone: app_user_phone };
  }
  return item;
}
