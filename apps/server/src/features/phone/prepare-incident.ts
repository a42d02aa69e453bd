import { asDrill, withAnswerLine } from '@callpoint/alerts/escalation/answer-line';
import { addressRules, getAddress, type PersonAddresses } from '@callpoint/alerts/plan/addresses';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { NotificationPlan } from '@callpoint/alerts/plan/notification-plan';
import type { Item } from '@callpoint/contract/catalogue';
import { escalationKey, readPolicy } from '@callpoint/contract/escalation';
import type { IncidentRecipient } from '../../incidents/recipients.ts';
import type { PreparedIncident } from './prepared-submission.ts';

type Press = {
  item: Item;
  settings: ReadonlyMap<string, string>;
  user: PersonAddresses;
  /** The subscriber's own addresses. */
  account: PersonAddresses;
  isDrill: boolean;
};

/**
 * The notification plan of a press that someone must acknowledge: its messages ask for an answer. Those of a drill are
 * marked as one, and do not reach the consultancy.
 */
export function prepareIncident(
  { screenText, messages: planned }: NotificationPlan,
  { item, settings, user, account, isDrill }: Press,
): NotificationPlan & { incident: PreparedIncident | null } {
  const policy = item.kind === 'button' ? readPolicy(item.id, settings.get(escalationKey(item.id))) : null;
  if (policy === null || !(policy.needs_answer || isDrill)) {
    return { screenText, messages: planned, incident: null };
  }
  const recipients: IncidentRecipient[] = [];
  const messages = planned
    .filter(({ role }) => !(isDrill && role === 'consultancy'))
    .map((message) => {
      const mayAnswer = message.skipped === null && message.role !== 'user' && !isOf(message, user);
      if (mayAnswer) recipients.push(recipientOf(message, account));
      const asked = mayAnswer ? withAnswerLine(message) : message;
      return isDrill ? asDrill(asked) : asked;
    });
  return {
    screenText: isDrill ? `DRILL. ${screenText}` : screenText,
    messages,
    incident: { policy, isDrill, recipients },
  };
}

function recipientOf(
  { channel, role, address }: PlannedMessage,
  account: PersonAddresses,
): IncidentRecipient {
  const person = isOf({ channel, address }, account) ? 'owner' : address.toLowerCase();
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
