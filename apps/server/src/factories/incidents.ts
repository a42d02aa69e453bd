import { EMERGENCY_BUTTON_ID, type ButtonId } from '@callpoint/contract/catalog';
import { defaultPolicy, type EscalationPolicy } from '@callpoint/contract/escalation';
import { inTransaction } from '../db/handles/handle.ts';
import { IncidentsDb } from '../db/handles/incidents.ts';
import type { Db } from '../db/tables.ts';
import { openIncidents } from '../incidents/open-incidents.ts';
import type { IncidentRecipient } from '@callpoint/alerts/escalation/incident-plan';

type IncidentOverrides = {
  buttonId?: ButtonId;
  policy?: EscalationPolicy;
  isDrill?: boolean;
  recipients?: readonly IncidentRecipient[];
  openedAt?: Date;
  submitter?: { name: string; email: string; phone: string };
};

/** Opens an incident of a stored press, and returns its id. A server on the same database sees it complete. */
export async function buildIncident(
  db: Db,
  press: { id: number; team_id: number; app_user_id: number },
  overrides: IncidentOverrides = {},
): Promise<number> {
  const buttonId = overrides.buttonId ?? EMERGENCY_BUTTON_ID;
  const opening = {
    pressId: press.id,
    teamId: press.team_id,
    appUserId: press.app_user_id,
    buttonId,
    submitter: overrides.submitter ?? {
      name: 'Ana Ruiz',
      email: 'ana@work.example',
      phone: '+13035550177',
    },
    policy: overrides.policy ?? defaultPolicy(buttonId),
    isDrill: overrides.isDrill ?? false,
    recipients: overrides.recipients ?? [],
  };
  const opened = await inTransaction(
    new IncidentsDb(db),
    async (tx) => await openIncidents(new IncidentsDb(tx), [opening], overrides.openedAt ?? new Date()),
  );
  return opened.get(press.id)?.id ?? 0;
}
