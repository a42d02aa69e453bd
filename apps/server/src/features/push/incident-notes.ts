import { cleanLine, shorten } from '@callpoint/alerts/templates/clean-text';
import { timeText } from '@callpoint/alerts/templates/time-text';
import { itemLabel, type Item } from '@callpoint/contract/catalog';
import { DRILL_PREFIX } from '@callpoint/contract/drills';
import type { NotePayload } from '@callpoint/contract/push';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { Background } from '../../http/background.ts';
import type { SafeReport } from '../../incidents/answers/report-safe.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { storeIncidentNote } from './push-messages.ts';
import type { Push } from './push.routes.ts';

/**
 * Notes about incidents for the consoles of a subscriber that are closed, if someone turned notifications on there. No call
 * waits for them. They are no messages of the incident: an accepted notification is not a delivery, and must not
 * delay the next step.
 */

/** The most characters of a title and of a text. */
const LONGEST = 100;

/** The note of the new incident has none, so it is older, in whichever order the push service delivers both. */
const AFTER_OPENED = 1;

/** `name` and `phone`: of the person who pressed. */
type IncidentOfNote = {
  id: number;
  teamId: number;
  item: Item;
  isDrill: boolean;
  name: string;
  phone: string;
};

export type NotesDependencies = { accounts: AccountsDb; background: Background; push: Push };

/** Notifies the consoles of a new incident. */
export function createIncidentNotifier(needs: NotesDependencies): (incident: IncidentOfNote) => void {
  return (incident) => {
    const { phone } = incident;
    const body = phone === '' ? '' : `Call ${cleanLine(phone)}`;
    storeNote(needs, incident, 'opened', createNote(incident, { ending: '', body }));
  };
}

/** Notifies the consoles that the person reports being safe. The note replaces the one of the new incident. */
export function createSafeNotifier(
  needs: NotesDependencies,
): (incident: IncidentOfNote & Pick<SafeReport, 'reason' | 'delayed'>) => void {
  return (incident) => {
    const { reason, delayed } = incident;
    const why = `Reason: ${cleanLine(reason)}`;
    const text =
      delayed === null
        ? { ending: ' reports being safe', body: why }
        : {
            ending: ' reported being safe',
            body: `Delayed: reported on ${timeText(delayed.reportedAt, delayed.zone)}. ${why}`,
          };
    const note = createNote(incident, text);
    storeNote(needs, incident, 'safe', { ...note, order: AFTER_OPENED });
  };
}

type Note = Omit<NotePayload, 'kind'>;

/** `ending`: what the title says after the name. It is never cut off, because without it the title is that of a press. */
function createNote(
  { id, item, isDrill, name }: IncidentOfNote,
  { ending, body }: { ending: string; body: string },
): Note {
  const start = `${isDrill ? `${DRILL_PREFIX}: ` : ''}${itemLabel(item)}: `;
  return {
    id: `incident-${id}`,
    title: start + shorten(cleanLine(name), LONGEST - start.length - ending.length, '…') + ending,
    body: shorten(body, LONGEST, '…'),
    path: `/app/incidents/${id}`,
  };
}

function storeNote(
  { accounts, background, push }: NotesDependencies,
  { teamId }: IncidentOfNote,
  event: 'opened' | 'safe',
  note: Note,
): void {
  if (!push) return;
  background.run('storing a push message', async () => {
    await yieldToPresses();
    if (await storeIncidentNote(accounts, { teamId, event, note })) push.wake();
  });
}
