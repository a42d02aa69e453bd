import { EMERGENCY_BUTTON_ID, type SubmissionKind } from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import type { Responder } from '@callpoint/contract/incidents';
import {
  buttonClickList,
  formSubmissionList,
  type ButtonClick,
  type FormSubmission,
  type PressIncident,
} from '@callpoint/contract/submissions';
import type { MessageStatus } from '@callpoint/contract/message-statuses';
import { sql, type RawBuilder } from 'kysely';
import { matchesPerson, matchesSubmitter, matchesText } from '../../db/lists/search-conditions.ts';
import { countRecordMessages } from '../../db/lists/message-counts.ts';
import { CREATED_BETWEEN, type ListQuery } from '../../db/lists/list-query.ts';
import { readSubmissionTotal } from '../../db/totals/submission-totals.ts';

type Row = Record<string, unknown>;

const RELATED = { table: 'app_user', column: 'app_user_id' } as const;
/** The submitter's name and addresses at the time of the submission; a later change of the app user does not change them. */
const SUBMITTER = ['user_name', 'user_email', 'user_phone'] as const;

/** Maximum rows that a search, or a filter by delivery status, examines. */
const SEARCHED_SUBMISSIONS = 10_000;

/** The conditions of `filter_messages` for a table with the column of `delivery` that names its rows. */
function messageChoices(
  table: 'button_click' | 'form_submission',
): Record<MessageStatus, RawBuilder<unknown>> {
  const some = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from delivery where ${sql.ref(`delivery.${table}_id`)} = ${sql.ref(`${table}.id`)}
      and purpose is null and ${condition})`;
  return {
    failed: some(sql`state = 'failed'`),
    held: some(sql`state = 'held'`),
    pending: some(sql`state in ('pending', 'sending')`),
    delivered: some(sql`state = 'sent' and delivered_at is not null`),
    sent: some(sql`state = 'sent' and delivered_at is null`),
    opened: sql`${sql.ref(`${table}.opened_at`)} is not null`,
    none: sql`not ${some(sql`state <> 'skipped'`)}`,
  };
}

const MESSAGE_COLUMNS = ['state', 'delivered_at', 'purpose', 'channel', 'purged_at'] as const;

/** The messages about each row of a list. */
function messagesOf(table: 'button_click' | 'form_submission') {
  return { table: 'delivery', on: `${table}_id`, columns: MESSAGE_COLUMNS } as const;
}

/** What the row of a press contains about its incident. */
const INCIDENT = {
  table: 'incident',
  on: 'button_click_id',
  columns: ['id', 'state', 'is_drill', 'owner', 'eta_at', 'outcome'],
} as const;

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
    'earlier_locations',
    ...SUBMITTER,
  ],
  joined: INCIDENT,
  filters: Object.keys(buttonClickList.filters),
  search: (param) => sql`id = ${param.value('id')} or ${matchesPerson(param)} or ${matchesSubmitter(param)}`,
  scan: {
    rows: SEARCHED_SUBMISSIONS,
    choices: ['messages'],
    columns: ['app_user_id', 'opened_at', ...SUBMITTER],
  },
  selective: ['app_user_id'],
  children: messagesOf('button_click'),
  choices: {
    messages: messageChoices('button_click'),
    opened: {
      yes: sql`opened_at is not null`,
      // Written like the condition of the partial index, so that the database uses it.
      no: sql`button_id = ${sql.lit(EMERGENCY_BUTTON_ID)} and opened_at is null`,
    },
  },
  filterIns: Object.keys(buttonClickList.filterIns),
  comparisons: CREATED_BETWEEN,
  related: RELATED,
  total: storedTotal('button', 'button_id'),
  item: (row, messages) =>
    Object.assign(withParts(row, messages), { incident: incidentOf(row) }) as ButtonClick,
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
    'opened_at',
    'opened_by',
    'earlier_locations',
    ...SUBMITTER,
  ],
  filters: Object.keys(formSubmissionList.filters),
  search: (param) =>
    sql`id = ${param.value('id')} or ${matchesText(sql`form_submission.search_text`, param)} or ${matchesPerson(param)}
      or ${matchesSubmitter(param)}`,
  scan: {
    rows: SEARCHED_SUBMISSIONS,
    choices: ['messages'],
    columns: ['app_user_id', 'opened_at', 'search_text', ...SUBMITTER],
  },
  selective: ['app_user_id'],
  children: messagesOf('form_submission'),
  choices: { messages: messageChoices('form_submission') },
  filterIns: Object.keys(formSubmissionList.filterIns),
  comparisons: CREATED_BETWEEN,
  related: RELATED,
  total: storedTotal('form', 'f_id'),
  item: (row, messages) => withParts(row, messages) as unknown as FormSubmission,
};

/** The same lists without what an export does not contain. */
export const exportedClicks = withoutMessages(buttonClicks);
export const exportedForms = withoutMessages(formSubmissions);

function withoutMessages<Item>(list: ListQuery<Item>): ListQuery<Item> {
  const { children: _children, joined: _joined, ...others } = list;
  return others;
}

/** The stored total, for filters by subscriber and by item; with other filters the rows are counted. */
function storedTotal(kind: SubmissionKind, itemColumn: string): NonNullable<ListQuery<unknown>['total']> {
  return async (platform, teamId, filters) => {
    if ([...filters.keys()].some((name) => name !== 'team_id' && name !== itemColumn)) return null;
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

/**
 * The row with its location parsed, its app user as an object, and its messages counted. The columns of the app user
 * remain, because a copy without them takes several times as long; responses contain only what their schema declares.
 */
function withParts(row: Row, messages: readonly Row[]): Row {
  const { app_user_id, user_name, user_email, user_phone, location, earlier_locations } = row;
  const item: Row = {
    ...row,
    messages: countRecordMessages(messages),
    location: typeof location === 'string' ? (JSON.parse(location) as Location) : null,
    earlier_locations:
      typeof earlier_locations === 'string' ? (JSON.parse(earlier_locations) as unknown) : [],
  };
  if (app_user_id !== undefined) {
    item['app_user'] = { id: app_user_id, name: user_name, email: user_email, phone: user_phone };
  }
  return item;
}

/** The incident of a press, from its joined columns. */
function incidentOf({
  incident_id: id,
  incident_state: state,
  incident_is_drill: isDrill,
  incident_owner: owner,
  incident_eta_at: etaAt,
  incident_outcome: outcome,
}: Row): PressIncident | null {
  if (typeof id !== 'number') return null;
  return {
    id,
    state: state as PressIncident['state'],
    is_drill: isDrill === 1,
    owner: typeof owner === 'string' ? (JSON.parse(owner) as Responder).name : null,
    eta_at: (etaAt ?? null) as string | null,
    outcome: (outcome ?? null) as PressIncident['outcome'],
  };
}
