import { cleanLine, shorten } from '@callpoint/alerts/templates/clean-text';
import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { DRILL_PREFIX } from '@callpoint/contract/drills';
import type { AccountsDb } from '../../db/accounts.ts';
import type { Background } from '../../http/background.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { storeNewIncident } from './push-messages.ts';
import type { Push } from './push.routes.ts';

/** The most characters of a title and of a text. */
const LONGEST = 100;

type NewIncident = {
  id: number;
  teamId: number;
  item: Item;
  isDrill: boolean;
  name: string;
  phone: string;
};

/**
 * Notifies the consoles of a subscriber that are closed of a new incident, if someone turned notifications on there. The
 * press does not wait for this. It is no message of the incident: an accepted notification is not a delivery, and
 * must not delay the next step.
 */
export function createIncidentNotifier({
  accounts,
  background,
  push,
}: {
  accounts: AccountsDb;
  background: Background;
  push: Push;
}): (incident: NewIncident) => void {
  return ({ id, teamId, item, isDrill, name, phone }) => {
    if (!push) return;
    const title = `${isDrill ? `${DRILL_PREFIX}: ` : ''}${itemLabel(item)}: ${cleanLine(name)}`;
    const note = {
      id: `incident-${id}`,
      title: shorten(title, LONGEST, '…'),
      body: phone === '' ? '' : shorten(`Call ${cleanLine(phone)}`, LONGEST, '…'),
      path: `/app/incidents/${id}`,
    };
    background.run('storing a push message', async () => {
      await yieldToPresses();
      if (await storeNewIncident(accounts, teamId, note)) push.wake();
    });
  };
}
