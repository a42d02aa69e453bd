import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import { incidentList, type Incident } from '@callpoint/contract/incidents';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { contains, matchesPerson, matchesSubmitter } from '../../db/lists/search-conditions.ts';
import { INCIDENT_IS_UNNOTIFIED } from '../../delivery/queue/notified.ts';
import { DELETED_PRESS, readDeletedPress } from '../../incidents/deleted-press.ts';
import { ownerOf } from '../../incidents/incident-row.ts';

type Row = Record<string, unknown>;

/** Maximum incidents that a search examines, and maximum characters of the closing note of each. */
const SEARCHED_INCIDENTS = 10_000;
const SEARCHED_LENGTH = 1_000;

// What no one has acknowledged is most urgent, then real ones before drills, and emergencies before other buttons.
const URGENCY = sql`(case when state = 'open' then 8 when closed_at is null then 4 else 0 end
      + case when is_drill = 1 then 0 else 2 end + case when button_id = ${sql.lit(EMERGENCY_BUTTON_ID)} then 1 else 0 end)`;

export const incidentRows: ListQuery<Incident> = {
  table: 'incident',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'app_user_id',
    'button_click_id',
    'button_id',
    'user_name',
    'user_email',
    'user_phone',
    'is_drill',
    'state',
    'opened_at',
    'owner',
    'acknowledged_at',
    'eta_at',
    'on_the_way_at',
    'arrived_at',
    'closed_at',
    'outcome',
    'safe_at',
    'unanswered_at',
    'next_run_at',
  ],
  computed: {
    account_name: sql`(select account_name from team where team.id = incident.team_id)`,
    location: sql`(select location from button_click where button_click.id = incident.button_click_id)`,
    // People still go there: an open incident keeps the place of its deleted press.
    deleted_press: DELETED_PRESS,
    is_unnotified: INCIDENT_IS_UNNOTIFIED,
  },
  // Indexed for open incidents, with exactly these expressions (0068-open-incident-orders.ts); the contract rejects them for others.
  orders: {
    urgency: URGENCY,
    // Like the board, in which the oldest one is first.
    waiting: sql`(case when state = 'open' then 0 when closed_at is null then 2 else 4 end + is_drill)`,
  },
  filters: Object.keys(incidentList.filters).filter((name) => !['open', 'drill', 'expected'].includes(name)),
  search: (param, dialect) => {
    const note = sql`substr(note, 1, ${sql.lit(SEARCHED_LENGTH)})`;
    return sql`id = ${param.value('id')} or button_click_id = ${param.value('id')} or ${matchesPerson(param)}
      or ${matchesSubmitter(param)} or ${contains(dialect.jsonText(sql`owner`, 'name'), param)} or ${contains(note, param)}`;
  },
  scan: {
    rows: SEARCHED_INCIDENTS,
    choices: [],
    columns: [
      'app_user_id',
      'button_click_id',
      'user_name',
      'user_email',
      'user_phone',
      'owner',
      'note',
      // Of the orders.
      'state',
      'closed_at',
      'is_drill',
      'button_id',
      // Of the choices.
      'eta_at',
    ],
  },
  filterIns: [],
  choices: {
    open: { yes: sql`closed_at is null`, no: sql`closed_at is not null` },
    drill: { yes: sql`is_drill = 1`, no: sql`is_drill = 0` },
    // The urgency is in the index: incidents that no one has acknowledged are not examined, however many are open.
    expected: { yes: sql`${URGENCY} < 8 and eta_at is not null and state in ('acknowledged', 'on_the_way')` },
  },
  item: incidentItem,
};

function incidentItem({
  app_user_id,
  user_name,
  user_email,
  user_phone,
  location,
  deleted_press,
  owner,
  is_drill,
  is_unnotified,
  next_run_at,
  ...own
}: Row): Incident {
  const place = typeof deleted_press === 'string' ? readDeletedPress(deleted_press).location : location;
  return {
    ...own,
    is_drill: is_drill === 1,
    is_unnotified: is_unnotified === 1,
    owner: ownerOf({ owner: typeof owner === 'string' ? owner : null }),
    next_step_at: next_run_at,
    location: typeof place === 'string' ? (JSON.parse(place) as Location) : null,
    app_user: { id: app_user_id, name: user_name, email: user_email, phone: user_phone },
  } as Incident;
}
