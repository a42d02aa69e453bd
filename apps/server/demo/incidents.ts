import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { IncidentOutcome } from '@callpoint/contract/incident-states';
import type { Responder } from '@callpoint/contract/incidents';
import { IncidentsDb } from '../src/db/handles/incidents.ts';
import type { Row } from '../src/db/rows.ts';
import type { Db } from '../src/db/tables.ts';
import { recordAnswer } from '../src/incidents/answers/answer.ts';
import { addNote, closeIncident, recordProgress } from '../src/incidents/answers/follow-up.ts';
import { saveIn } from '../src/incidents/incident-row.ts';
import { DAY, MINUTE } from '../src/scheduling/durations.ts';
import type { DemoAccount } from './accounts.ts';
import type { Press } from './presses.ts';
import type { Random } from './random.ts';

/** How long ago the first company pressed in a drill, and in the emergency that is still open; in milliseconds. */
const DRILL_AGO = 12 * DAY;
const OPEN_AGO = 9 * MINUTE;

/** Two presses of the first person of the first company: a drill, and the emergency that is still open. */
export function incidentPresses([first]: readonly DemoAccount[], random: Random, now: Date): Press[] {
  if (!first) return [];
  const { company } = first;
  const [person] = company.people;
  const { lat, lng } = company.sites[person.site] ?? company.sites[0];
  return [DRILL_AGO, OPEN_AGO].map((ago) => {
    const at = new Date(now.getTime() - ago);
    const received = {
      item: { kind: 'button', id: EMERGENCY_BUTTON_ID } as const,
      client_id: random.uuid(),
      location: { lat, lng, accuracy: 9, at: at.toISOString() },
      pressed_at: at.toISOString(),
      is_drill: ago === DRILL_AGO,
    };
    return { company, person, at, received };
  });
}

/**
 * What people did about the incidents: someone acknowledged each of them, and all but the newest one of the first company
 * are closed. No step of an escalation starts later. Nothing is sent.
 */
export async function answerIncidents(
  db: Db,
  accounts: readonly DemoAccount[],
  random: Random,
  now: Date,
): Promise<void> {
  const incidents = new IncidentsDb(db);
  const rows = await db.selectFrom('incident').selectAll().orderBy('id').execute();
  const newest = rows.findLast(({ team_id }) => team_id === accounts[0]?.team.id)?.id;
  for (const row of rows) {
    const team = accounts.find((account) => account.team.id === row.team_id)?.team;
    if (team) await incidents.transaction((tx) => answer(tx, row, team, row.id === newest, random, now));
  }
}

async function answer(
  tx: IncidentsDb,
  row: Row<'incident'>,
  team: Row<'team'>,
  isNewest: boolean,
  random: Random,
  now: Date,
): Promise<void> {
  const incidentId = row.id;
  const name = `${team.first_name} ${team.last_name}`.trim();
  const responder: Responder = { name, via: 'link', phone: team.phone, role: 'team' };
  const person = 'owner';
  const save = saveIn(tx);
  const address = await tx
    .selectFrom('incident_responder')
    .select('id')
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const opened = Date.parse(row.opened_at);
  /** So many seconds after the press, and never in the future. */
  const after = (seconds: number) => new Date(Math.min(now.getTime(), opened + seconds * 1000));
  const acknowledged = random.integer(20, 150);
  const have = { incidentId, answer: 'have', responder, person, responderId: address?.id ?? null } as const;
  const etaMinutes = isNewest ? 20 : random.integer(3, 15);
  await recordAnswer(tx, save, { ...have, etaMinutes }, after(acknowledged));
  if (isNewest) {
    const onTheWay = { incidentId, state: 'on_the_way', responder, person } as const;
    await recordProgress(tx, save, onTheWay, after(acknowledged + 60));
    const text = 'I called. The elevator is stuck between two floors, no one is hurt. I am driving there.';
    await addNote(tx, { incidentId, text, responder }, after(acknowledged + 90));
    return;
  }
  const outcome = row.is_drill === 1 ? 'drill' : random.chance(0.3) ? 'false_alarm' : 'helped';
  const arrived = acknowledged + etaMinutes * 60;
  if (outcome === 'helped') {
    const progress = { incidentId, state: 'arrived', responder, person } as const;
    await recordProgress(tx, save, progress, after(arrived));
  }
  const closing = { incidentId, outcome, note: NOTES[outcome], responder, closedBy: 'team' } as const;
  await closeIncident(tx, save, closing, after(arrived + random.integer(60, 900)));
}

const NOTES: Readonly<Record<IncidentOutcome, string>> = {
  helped: 'We were there and helped. The person is well.',
  false_alarm: 'Pressed by accident. We called to make sure.',
  drill: 'Everyone answered in time.',
  other: '',
};
