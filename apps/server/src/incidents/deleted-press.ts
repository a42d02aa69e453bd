import { sql } from 'kysely';
import type { Row } from '../db/rows.ts';
import type { TenantDb } from '../db/handles/tenant.ts';
import { DAY } from '../scheduling/durations.ts';

/** What an open incident still shows of its deleted press. */
export type DeletedPress = Pick<
  Row<'button_click'>,
  'client_id' | 'location' | 'earlier_locations' | 'pressed_at'
>;

/** How long a deleted press is stored, in milliseconds. */
const STORED_FOR = 30 * DAY;
/** Incidents of one person whose presses are compared: the newest. */
const MAX_COMPARED = 50;

/** The column of a list of incidents that `readDeletedPress` reads; null unless the incident is open and its press deleted. */
export const DELETED_PRESS = sql<
  string | null
>`(select data from deleted_item where deleted_item.kind = 'button_click'
  and deleted_item.row_id = incident.button_click_id and incident.closed_at is null)`;

/** @param data the column of `deleted_item` that contains the press */
export function readDeletedPress(data: string): DeletedPress {
  return (JSON.parse(data) as { row: DeletedPress }).row;
}

/** A deleted press whose incident remains. */
export type OwnDeletedPress = {
  incident: Pick<Row<'incident'>, 'id' | 'closed_at'>;
  press: Row<'button_click'>;
};

/**
 * The deleted press of an app user by its `client_id`, if it has an incident: the phone of the person still follows it, and
 * may report that they are safe.
 */
export async function findOwnDeletedPress(
  tenant: TenantDb,
  userId: number,
  clientId: string,
  now = new Date(),
): Promise<OwnDeletedPress | undefined> {
  const incidents = await tenant
    .selectFrom('incident')
    .select(['id', 'button_click_id', 'closed_at'])
    .where('app_user_id', '=', userId)
    .where((row) =>
      row.or([
        row('closed_at', 'is', null),
        row('opened_at', '>', new Date(now.getTime() - STORED_FOR).toISOString()),
      ]),
    )
    .orderBy('opened_at', 'desc')
    .limit(MAX_COMPARED)
    .execute();
  if (incidents.length === 0) return undefined;
  const presses = incidents.map(({ button_click_id }) => button_click_id);
  const deleted = await tenant
    .selectFrom('deleted_item')
    .select(['row_id', 'data'])
    .where('kind', '=', 'button_click')
    .where('row_id', 'in', presses)
    .execute();
  for (const { row_id, data } of deleted) {
    const { row: press } = JSON.parse(data) as { row: Row<'button_click'> };
    const incident = incidents.find(({ button_click_id }) => button_click_id === row_id);
    if (incident && press.client_id === clientId) return { incident, press };
  }
  return undefined;
}
