import { sql } from 'kysely';
import type { Row } from '../db/rows.ts';

/** What an open incident still shows of its deleted press. */
export type DeletedPress = Pick<Row<'button_click'>, 'location' | 'earlier_locations' | 'pressed_at'>;

/** The column of a list of incidents that `readDeletedPress` reads; null unless the incident is open and its press deleted. */
export const DELETED_PRESS = sql`(select data from deleted_item where deleted_item.kind = 'button_click'
  and deleted_item.row_id = incident.button_click_id and incident.closed_at is null)`;

/** @param data the column of `deleted_item` that contains the press */
export function readDeletedPress(data: string): DeletedPress {
  return (JSON.parse(data) as { row: DeletedPress }).row;
}
