import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Background } from '../../http/background.ts';
import { DELETED_PRESS, readDeletedPress } from '../../incidents/deleted-press.ts';
import { isEscalating, ownerOf } from '../../incidents/incident-row.ts';
import { storeAnswered, type AnsweredIncident } from './push-messages.ts';
import type { Push } from './push.routes.ts';

/**
 * Tells the phones of the person who pressed that someone has it and when they arrive, or that they can't after all. The
 * call that answered does not wait for this.
 */
export function createAnsweredNotifier({
  incidents,
  accounts,
  background,
  push,
}: {
  incidents: IncidentsDb;
  accounts: AccountsDb;
  background: Background;
  push: Push;
}): (incidentId: number) => void {
  return (incidentId) => {
    if (!push) return;
    background.run('storing a push message', async () => {
      const answered = await readAnswered(incidents, incidentId);
      if (!answered) return;
      await storeAnswered(accounts, answered);
      push.wake();
    });
  };
}

/** Null if the press was deleted for good. */
async function readAnswered(db: IncidentsDb, id: number): Promise<AnsweredIncident | null> {
  const row = await db
    .selectFrom('incident')
    .leftJoin('button_click', 'button_click.id', 'incident.button_click_id')
    .select(['incident.team_id', 'incident.app_user_id', 'owner', 'eta_at', 'is_drill', 'client_id'])
    .select(['incident.button_id', 'policy', 'run', 'next_run_at'])
    .select(DELETED_PRESS.as('deleted_press'))
    .select((of) =>
      of
        .selectFrom('incident_event')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('incident_id', '=', id)
        .as('seq'),
    )
    .select((of) =>
      of
        .selectFrom('incident_event')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('incident_id', '=', id)
        .as('at'),
    )
    .where('incident.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { team_id, app_user_id, eta_at, deleted_press } = row;
  const client_id = deleted_press === null ? row.client_id : readDeletedPress(deleted_press).client_id;
  if (client_id === null) return null;
  return {
    incident_id: id,
    newest: { seq: row.seq ?? 0, at: row.at ?? '' },
    team_id,
    app_user_id,
    client_id,
    owner: ownerOf(row)?.name ?? null,
    eta_at,
    is_drill: row.is_drill === 1,
    continues: isEscalating(row),
  };
}
