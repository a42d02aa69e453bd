import { itemLabel, type ButtonId, type Item } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';
import { readPolicy, type EscalationPolicy } from '@callpoint/contract/escalation';
import { escalationKey } from '@callpoint/contract/escalation-terms';
import { keepResults } from '../keep-results.ts';
import { addressRules, getAddress, type PersonAddresses } from '../plan/addresses.ts';
import type { PlannedMessage } from '../plan/messages.ts';
import type { NotificationPlan } from '../plan/notification-plan.ts';
import { asDrill, asDrillForUser, drillScreenText, withAnswerLine, withoutLinks } from './answer-line.ts';
import { isSamePerson, OWNER, type DirectoryPerson } from './directory.ts';

/** A recipient of an incident's messages. `person` is the same for all addresses of one person. */
export interface IncidentRecipient {
  channel: Channel;
  role: string;
  name: string | null;
  person: string;
  address: string;
}

/** An incident that a press opens. `recipients`: those of the press's own messages who are asked for an answer. */
export interface PlannedIncident {
  policy: Readonly<EscalationPolicy>;
  isDrill: boolean;
  /** The server raised it because a check-in was not answered. */
  isCheckIn?: boolean;
  recipients: readonly IncidentRecipient[];
}

export interface PressOfIncident {
  item: Item;
  /** The subscriber's settings. */
  settings: ReadonlyMap<string, string>;
  /** The person who pressed. */
  user: DirectoryPerson;
  /** The subscriber's own addresses, with the name of the owner. */
  account: DirectoryPerson;
  isDrill: boolean;
}

type IncidentPlan = NotificationPlan & { incident: PlannedIncident | null };

/**
 * The notification plan of a submission, with the incident that it opens; null if it needs no answer. The messages of an
 * incident ask for an answer. Those of a drill are marked as one, and there are none to the consultancy.
 */
export function planIncident(plan: NotificationPlan, press: PressOfIncident): IncidentPlan {
  const planned = planIncidentForDryRun(plan, press);
  return { ...planned, messages: planned.messages.filter(({ skipped }) => skipped?.code !== 'drill') };
}

/** Each press reads the policy of its button, and most presses are of buttons that need no answer. */
const policyOf = keepResults(300, 4_000, (button) => {
  const [id = '', ...stored] = button.split(' ');
  return readPolicy(Number(id) as ButtonId, stored.join(' '));
});

/** Also contains the messages that a drill leaves out, as skipped. */
export function planIncidentForDryRun(
  { screenText, messages: planned }: NotificationPlan,
  { item, settings, user, account, isDrill }: PressOfIncident,
): IncidentPlan {
  const policy =
    item.kind === 'button' ? policyOf(`${item.id} ${settings.get(escalationKey(item.id)) ?? ''}`) : null;
  if (policy === null || !(policy.needs_answer || isDrill)) {
    return { screenText, messages: planned, incident: null };
  }
  const recipients: IncidentRecipient[] = [];
  const own = isSamePerson(account, user) ? [user, account] : [user];
  const messages = planned.map((message): PlannedMessage => {
    if (isDrill && message.role === 'consultancy') return { ...asDrill(message), skipped: { code: 'drill' } };
    const mayAnswer =
      message.skipped === null && message.role !== 'user' && !own.some((one) => isOf(message, one));
    if (mayAnswer) recipients.push(recipientOf(message, account));
    const asked = mayAnswer ? withAnswerLine(message) : withoutLinks(message);
    if (!isDrill || message.skipped !== null) return asked;
    return message.role === 'user' ? asDrillForUser(asked, itemLabel(item)) : asDrill(asked);
  });
  return {
    screenText: isDrill ? drillScreenText(screenText) : screenText,
    messages,
    incident: { policy, isDrill, recipients },
  };
}

function recipientOf(
  { channel, role, address }: PlannedMessage,
  account: PersonAddresses,
): IncidentRecipient {
  const person = isOf({ channel, address }, account) ? OWNER : address.toLowerCase();
  return { channel, role, name: null, person, address };
}

/** Whether an address is the person's own. */
function isOf(
  { channel, address }: Pick<PlannedMessage, 'channel' | 'address'>,
  person: PersonAddresses,
): boolean {
  const { normalize } = addressRules(channel);
  const own = normalize(getAddress(channel, person));
  return own !== null && own === normalize(address);
}
