import { emailFault } from '../src/delivery/channels/email/email-faults.ts';
import type { OutgoingMessage, SendOutcome } from '../src/delivery/channels/channel.ts';
import { DAY, HOUR, MINUTE } from '../src/scheduling/durations.ts';
import type { Random } from './random.ts';

/** A period, as milliseconds before now. */
type Period = { from: number; to: number };

/** When the mail server was unreachable. */
const OUTAGES: readonly Period[] = [
  { from: 47 * DAY + 5 * HOUR, to: 47 * DAY + 4 * HOUR + 15 * MINUTE },
  { from: 12 * DAY + 6 * HOUR, to: 12 * DAY + 5 * HOUR + 25 * MINUTE },
];
const UNKNOWN_MAILBOX = { address: 'brandon.kowalczyk@ridgeline.example', from: 36 * DAY };
const FULL_MAILBOX = { address: 'jack.oconnell@ridgeline.example', from: 64 * DAY, to: 60 * DAY };
const FILTERED = { address: 'safety.office@st-brigid.example', chance: 0.03 };
const GREYLISTED = { chance: 0.008, until: 45_000 };
/** No temporary fault in this period before now, so that no message is still waiting for an attempt. */
const NO_DELAYS_FOR = 2 * DAY;

/**
 * The outcome of an attempt at `at` for a message that was created at `createdAt`. The demo's mail server accepts most
 * messages. Its responses are classified by the same code as those of a real server.
 */
export function attemptOutcome(
  message: OutgoingMessage,
  createdAt: Date,
  at: Date,
  random: Random,
  now: Date,
): SendOutcome {
  const ago = now.getTime() - at.getTime();
  const within = ({ from, to }: Period) => ago <= from && ago > to;
  const { address } = message;
  if (address === UNKNOWN_MAILBOX.address && ago <= UNKNOWN_MAILBOX.from) {
    return rejected(
      550,
      `5.1.1 <${address}>: Recipient address rejected: User unknown in virtual mailbox table`,
    );
  }
  if (OUTAGES.some(within)) {
    const connectionRefused = { code: 'ESOCKET', message: 'connect ECONNREFUSED 192.0.2.25:587' };
    return emailFault(connectionRefused, { connected: false, textRequested: false });
  }
  if (address === FULL_MAILBOX.address && within(FULL_MAILBOX)) {
    return rejected(452, `4.2.2 <${address}>: Recipient address rejected: Mailbox is full`);
  }
  if (ago > NO_DELAYS_FOR) {
    if (address === FILTERED.address && random.chance(FILTERED.chance)) {
      return rejected(554, '5.7.1 Message rejected by content policy SF-104', 'DATA');
    }
    if (isGreylisted(message) && at.getTime() - createdAt.getTime() < GREYLISTED.until) {
      return rejected(450, `4.7.1 <${address}>: Recipient address rejected: Greylisted, try again later`);
    }
  }
  const queueId = random.uuid().replaceAll('-', '').slice(0, 11).toUpperCase();
  return { kind: 'sent', providerText: `250 2.0.0 Ok: queued as ${queueId}` };
}

function rejected(responseCode: number, text: string, command = 'RCPT TO'): SendOutcome {
  const response = `${responseCode} ${text}`;
  return emailFault(
    { code: 'EENVELOPE', command, response, responseCode, message: response },
    { connected: true, textRequested: command === 'DATA' },
  );
}

/** Returns the same value at every attempt of a message. */
function isGreylisted({ message_key }: OutgoingMessage): boolean {
  return Number.parseInt(message_key.slice(0, 6), 16) / 0x1000000 < GREYLISTED.chance;
}
