import { mailFault } from '../src/delivery/channels/email/email-faults.ts';
import type { OutgoingMessage, Outcome } from '../src/delivery/channels/channel.ts';
import { DAY, HOUR, MINUTE } from './days.ts';
import type { Random } from './random.ts';

/** Times as milliseconds before now. */
type Period = { from: number; to: number };

/** The mail server could not be reached. */
const OUTAGES: readonly Period[] = [
  { from: 47 * DAY + 5 * HOUR, to: 47 * DAY + 4 * HOUR + 15 * MINUTE },
  { from: 12 * DAY + 6 * HOUR, to: 12 * DAY + 5 * HOUR + 25 * MINUTE },
];
const GONE = { address: 'brandon.kowalczyk@ridgeline.example', from: 36 * DAY };
const FULL = { address: 'jack.oconnell@ridgeline.example', from: 64 * DAY, to: 60 * DAY };
const STRICT = { address: 'safety.office@st-brigid.example', chance: 0.03 };
const GREYLISTED = { chance: 0.008, until: 45_000 };
/** What could still wait for another attempt now must not be put off. */
const CALM_SINCE = 2 * DAY;

/**
 * What the mail server of the demo answered to a message made at `made`, in an attempt at `at`: as a rule it took it.
 * The words go through the same table as those of a real server.
 */
export function answerOf(message: OutgoingMessage, made: Date, at: Date, random: Random, now: Date): Outcome {
  const ago = now.getTime() - at.getTime();
  const within = ({ from, to }: Period) => ago <= from && ago > to;
  const { address } = message;
  if (address === GONE.address && ago <= GONE.from) {
    return refused(
      550,
      `5.1.1 <${address}>: Recipient address rejected: User unknown in virtual mailbox table`,
    );
  }
  if (OUTAGES.some(within)) {
    const refusedAtOnce = { code: 'ESOCKET', message: 'connect ECONNREFUSED 192.0.2.25:587' };
    return mailFault(refusedAtOnce, { named: false, begun: false });
  }
  if (address === FULL.address && within(FULL)) {
    return refused(452, `4.2.2 <${address}>: Recipient address rejected: Mailbox is full`);
  }
  if (ago > CALM_SINCE) {
    if (address === STRICT.address && random.chance(STRICT.chance)) {
      return refused(554, '5.7.1 Message rejected by content policy SF-104', 'DATA');
    }
    if (isGreylisted(message) && at.getTime() - made.getTime() < GREYLISTED.until) {
      return refused(450, `4.7.1 <${address}>: Recipient address rejected: Greylisted, try again later`);
    }
  }
  const queueId = random.uuid().replaceAll('-', '').slice(0, 11).toUpperCase();
  return { kind: 'sent', providerText: `250 2.0.0 Ok: queued as ${queueId}` };
}

function refused(responseCode: number, words: string, command = 'RCPT TO'): Outcome {
  const response = `${responseCode} ${words}`;
  return mailFault(
    { code: 'EENVELOPE', command, response, responseCode, message: response },
    { named: true, begun: command === 'DATA' },
  );
}

/** The same at every attempt of a message. */
function isGreylisted({ message_key }: OutgoingMessage): boolean {
  return Number.parseInt(message_key.slice(0, 6), 16) / 0x1000000 < GREYLISTED.chance;
}
