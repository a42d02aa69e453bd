import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { PUSH_FAULTS } from '@callpoint/contract/channels/push/push-faults';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { RecipientGroup } from '@callpoint/contract/escalation-terms';
import { toReadable, type NumberRestriction } from '../sms/phone-numbers.ts';

/** Why a notification plan skips a message: stored as a code with its parameters. The sentences for people are here. */

/** Why an address cannot be used. */
export type AddressProblem =
  | { code: 'not-an-email-address' }
  | { code: 'not-a-phone-number' }
  | { code: 'not-an-account' }
  | NumberRestriction;

export type SkipReason =
  | AddressProblem
  /** The recipient has no address. `whose`: more than the role says, which a stored message has alone. */
  | { code: 'no-address'; whose?: AddressOwner | undefined }
  /** The list has more recipients than are notified. */
  | { code: 'too-many-recipients'; limit: number }
  | { code: 'no-subject' }
  | { code: 'no-text' }
  /** The number has replied STOP. */
  | { code: 'replied-stop' }
  /** The person whom the alert is about. */
  | { code: 'is-submitter' }
  /** The consultancy is off for the button. */
  | { code: 'consultancy-off' }
  /** Drills do not notify this group. */
  | { code: 'drill' }
  /** The consultancy has no account that could get push messages. */
  | { code: 'consultancy-has-no-account' }
  /** A dry run: no browser or phone of the account receives notifications. */
  | { code: 'not-subscribed' }
  /** The owner of the number has not agreed to be called. */
  | { code: 'not-agreed' }
  /** Local times like `21:00`, and the name of their time zone. */
  | { code: 'quiet-hours'; from: string; until: string; zone: string };
type SkipCode = SkipReason['code'];

/** `contacts`: none of them has an address; `contact`: one has none. */
type AddressOwner = 'contacts' | 'contact' | 'owner' | 'person';

type SkippedRole = DeliveryRole | RecipientGroup | 'person';

const WHO: Readonly<Record<SkippedRole | AddressOwner, string>> = {
  team: 'the safety team',
  user: 'the user',
  consultancy: 'the safety consultancy',
  admin: 'the administrator',
  contacts: 'the safety contacts',
  contact: 'one of the safety contacts',
  owner: 'the account owner',
  administrators: 'the administrators',
  person: 'this person',
};

/** A skipped message: its address is the typed one, cleaned. `name`: the recipient's, if it is known. */
type SkippedMessage = { channel: Channel; role: SkippedRole; address: string; name?: string | null };

/** A sentence for each code. */
type Texts<Reason extends { code: string }, Message> = {
  [Code in Reason['code']]: (message: Message, reason: Extract<Reason, { code: Code }>) => string;
};

const ADDRESS_TEXTS: Texts<AddressProblem, Pick<SkippedMessage, 'channel' | 'address'>> = {
  'not-an-email-address': ({ address }) => `“${address}” is not an email address.`,
  'not-a-phone-number': ({ channel, address }) =>
    `“${address}” can’t receive ${CHANNEL[channel].nouns.many}. Enter a phone number with + and the country code.`,
  'not-an-account': ({ address }) => `“${address}” is not an account that gets push notifications.`,
  'premium-rate-number': ({ channel, address }) =>
    `${toReadable(address) ?? address} is a premium-rate or shared-cost number. ${capitalize(CHANNEL[channel].nouns.many)} are never sent to such numbers.`,
  'country-not-served': ({ channel, address }, { countries }) => {
    const { one, many } = CHANNEL[channel].nouns;
    return `${toReadable(address) ?? address} gets no ${one}. This server sends ${many} only to numbers of: ${countries.map(nameOf).join(', ')}.`;
  },
};

const TEXTS: Texts<SkipReason, SkippedMessage> = {
  ...ADDRESS_TEXTS,
  'no-address': ({ channel, role, name }, { whose = role }) => {
    const { address } = CHANNEL[channel].nouns;
    if (!name && whose === 'contacts') return `No safety contact has ${withArticle(address)}.`;
    return `No ${address} is known for ${name ?? WHO[whose]}.`;
  },
  'too-many-recipients': (_message, { limit }) =>
    `Only the first ${limit} recipients are notified. Remove some from the list.`,
  'no-subject': ({ channel, role }) =>
    `The ${CHANNEL[channel].nouns.inSentence} to ${WHO[role]} has no subject.`,
  'no-text': ({ channel, role }) => `The ${CHANNEL[channel].nouns.inSentence} to ${WHO[role]} has no text.`,
  'replied-stop': () => 'This number replied STOP, so it gets no SMS until it replies START.',
  'is-submitter': () => 'The alert is about this person.',
  'consultancy-off': ({ channel }) =>
    `The safety consultancy gets no ${CHANNEL[channel].nouns.one} about this button.`,
  'consultancy-has-no-account': ({ channel }) =>
    `The safety consultancy has no account, so it can’t get ${CHANNEL[channel].nouns.many}.`,
  'not-subscribed': () => PUSH_FAULTS['push-no-subscription'].means,
  drill: ({ role }) => `Drills do not notify ${WHO[role]}.`,
  'not-agreed': () => 'This number has not agreed to calls. Only emergencies call it.',
  'quiet-hours': (_message, { from, until, zone }) =>
    `Quiet hours: only emergencies call people from ${from} to ${until} (${zone}).`,
};

/** True for the code of a skip reason; a stored code may be another one. */
export function isSkipCode(code: string): code is SkipCode {
  return Object.hasOwn(TEXTS, code);
}

/** Why a message is skipped, as a sentence for people. */
export function skipText(message: SkippedMessage, reason: SkipReason): string {
  return TEXTS[reason.code](message, reason as never);
}

/** Why an address of no particular message cannot be used, as a sentence for people. */
export function addressProblemText(
  recipient: Pick<SkippedMessage, 'channel' | 'address'>,
  problem: AddressProblem,
): string {
  return ADDRESS_TEXTS[problem.code](recipient, problem as never);
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}
