import type { NoteOccasion } from '@callpoint/alerts/plan/send-note';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { rawDb, type Handle } from '../../db/handles/handle.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';

type Message = Pick<Row<'delivery'>, 'button_click_id' | 'incident_id' | 'button_id' | 'f_id' | 'purpose'>;

/** What the notes of messages call the time that they are about, in the order of the messages. */
export async function noteOccasions(
  on: Db | Handle,
  messages: readonly Message[],
): Promise<readonly NoteOccasion[]> {
  const raised = await findRaised(on, messages);
  return messages.map((message) => {
    if (message.purpose === 'test') return 'other';
    if (message.button_id !== null) return raised.has(message) ? 'check-in' : 'press';
    return message.f_id === null ? 'other' : 'form';
  });
}

/** Messages about emergencies that nobody pressed: the server raised them, because a check-in was not answered. */
async function findRaised<Of extends Message>(
  on: Db | Handle,
  messages: readonly Of[],
): Promise<ReadonlySet<Of>> {
  const emergencies = messages.filter(({ button_id }) => button_id === EMERGENCY_BUTTON_ID);
  // A message about a deleted press has only the incident, one of an alarm only the press.
  const presses = known(emergencies.map(({ button_click_id }) => button_click_id));
  const incidents = known(emergencies.map(({ incident_id }) => incident_id));
  if (presses.length === 0 && incidents.length === 0) return new Set();
  const opened = await rawDb(on)
    .selectFrom('incident_event as e')
    .innerJoin('incident as i', 'i.id', 'e.incident_id')
    .select(['i.id', 'i.button_click_id', 'e.data'])
    .where('e.seq', '=', 1)
    .where((row) =>
      row.or([
        ...(presses.length > 0 ? [row('i.button_click_id', 'in', presses)] : []),
        ...(incidents.length > 0 ? [row('i.id', 'in', incidents)] : []),
      ]),
    )
    .execute();
  const raised = opened.filter(({ data }) => (JSON.parse(data) as { check_in?: boolean }).check_in === true);
  const ids = new Set(raised.map(({ id }) => id));
  const ofPresses = new Set(raised.map(({ button_click_id }) => button_click_id));
  return new Set(
    emergencies.filter(
      ({ incident_id, button_click_id }) =>
        ids.has(incident_id ?? 0) || (button_click_id !== null && ofPresses.has(button_click_id)),
    ),
  );
}

function known(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
