import { EMERGENCY_BUTTON_ID, type ButtonId } from '@callpoint/contract/catalog';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { EscalationPolicy, VoiceRules } from '@callpoint/contract/escalation';
import { RESPOND_LINK } from '@callpoint/contract/respond-link';
import type { PlannedMessage } from '../plan/messages.ts';
import type { SkipReason } from '../plan/skip-reasons.ts';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import { createAddressOwners, type DirectoryPerson, type RecipientDirectory } from './directory.ts';
import { isImpossible, isLeftOut, resolveRecipients, type ResolvedRecipient } from './resolve-recipients.ts';
import { gapAfter, planRuns, type EscalationRun } from './runs.ts';
import { incidentContent } from './step-content.ts';
import { stepMessage } from './step-texts.ts';

/** The timeline of a dry run: what is sent to whom and when, if no one acknowledges the press. */

export interface TimelineInput {
  buttonId: ButtonId;
  policy: EscalationPolicy;
  /** The messages of the press itself, as they are sent; those that a drill leaves out are skipped. */
  first: readonly PlannedMessage[];
  press: {
    user: DirectoryPerson;
    /** ISO 8601. */
    at: string;
    place: string | null;
    mapUrl: string | null;
  };
  directory: RecipientDirectory;
  rules: VoiceRules;
  zone: string;
  isDrill: boolean;
  smsCountries: SmsCountries;
  stopped: ReadonlySet<string>;
  /** Accounts with a browser or phone that receives push messages, as addresses. */
  subscribed: ReadonlySet<string>;
  /** Whether messages of the channel can be sent. */
  isConfigured: (channel: Channel) => boolean;
}

export interface TimelineMessage {
  channel: Channel;
  role: ResolvedRecipient['role'] | DeliveryRole;
  name: string | null;
  address: string;
  subject: string | null;
  text: string;
  skipped: SkipReason | null;
}

/** `planned` and `after`: minutes from the press to the start, by the policy and in fact. */
export interface TimelineRun extends Pick<EscalationRun, 'run' | 'round' | 'step'> {
  planned: number;
  after: number;
  messages: readonly TimelineMessage[];
}

export interface Timeline {
  /** The first round and its first repeat: later repeats are like it. */
  runs: readonly TimelineRun[];
  /** Minutes from the press until administrators are notified that no one acknowledged it; null: no answer is needed. */
  unansweredAfter: number | null;
}

const MINUTE = 60_000;
/** Rounds whose messages the timeline shows. */
const SHOWN_ROUNDS = 2;

/**
 * A step that reaches no one is followed by the next one immediately, as in a real run; one that leaves out everyone is
 * not, if the step before it has reached someone.
 */
export function planTimeline(input: TimelineInput): Timeline {
  const { policy, isDrill } = input;
  const findOwner = createAddressOwners(input.directory);
  const first = input.first.map(({ channel, role, address, subject, text, skipped }): TimelineMessage => {
    const name = findOwner(CHANNEL[channel].addressKind, address).name;
    return { channel, role, name, address, subject, text, skipped };
  });
  if (!policy.needs_answer && !isDrill) {
    const runs = [{ run: 0, round: 0, step: null, planned: 0, after: 0, messages: first }];
    return { runs, unansweredAfter: null };
  }
  const all = planRuns(policy);
  const runs: TimelineRun[] = [];
  /** Null for a step that leaves out everyone, or that is impossible. */
  const reachedIn = new Map<string, boolean | null>();
  const impossible = new Set<string>();
  let after = 0;
  let hasReached = true;
  for (const run of all) {
    const like = `${Math.min(run.round, SHOWN_ROUNDS - 1)} ${run.step}`;
    if (run.round < SHOWN_ROUNDS) {
      const messages = run.run === 0 ? first : messagesOf(run, { after, hasReached }, input);
      if (isImpossible(messages)) impossible.add(like);
      // There is no step before the first messages that could keep its time.
      const isSkipped = run.run > 0 && (isLeftOut(messages) || impossible.has(like));
      reachedIn.set(like, isSkipped ? null : messages.some((message) => isHopeful(message, input)));
      const { step, round } = run;
      runs.push({ run: run.run, round, step, planned: run.after, after, messages });
    }
    hasReached = reachedIn.get(like) ?? hasReached;
    if (hasReached && !impossible.has(like)) after += gapAfter(all, run.run) / MINUTE;
  }
  return { runs, unansweredAfter: after };
}

/** The message may reach someone, and asks for an answer: those to the person who pressed do not. */
function isHopeful({ channel, text, skipped }: TimelineMessage, { isConfigured }: TimelineInput): boolean {
  const asks = CHANNEL[channel].isCall || text.includes(RESPOND_LINK);
  return skipped === null && asks && isConfigured(channel);
}

/** `hasReached`: whether the run before it reached someone. */
function messagesOf(
  run: EscalationRun,
  { after, hasReached }: { after: number; hasReached: boolean },
  input: TimelineInput,
): TimelineMessage[] {
  const { buttonId, policy, press, directory, rules, zone, isDrill, smsCountries, stopped, subscribed } =
    input;
  const now = new Date(Date.parse(press.at) + after * MINUTE).toISOString();
  const recipients = resolveRecipients({
    to: run.to,
    by: run.by,
    isEmergency: buttonId === EMERGENCY_BUTTON_ID,
    isDrill,
    directory,
    worker: press.user,
    voice: { rules, zone, at: now },
    smsCountries,
    stopped,
  });
  const texts = stepMessage({
    item: { kind: 'button', id: buttonId },
    name: press.user.name,
    phone: press.user.phone,
    at: press.at,
    now,
    zone,
    isCheckIn: false,
    safeAt: null,
    place: press.place,
    mapUrl: press.mapUrl,
    reason: !hasReached ? 'undelivered' : run.step === null ? 'repeat' : 'due',
    procedure: policy.procedure,
  });
  return recipients.map(({ channel, role, name, address, skipped: reason }) => {
    const isUnsubscribed = CHANNEL[channel].addressKind === 'push' && !subscribed.has(address);
    const skipped = reason ?? (isUnsubscribed ? ({ code: 'not-subscribed' } as const) : null);
    const asksForAnswer = skipped === null;
    const { subject, text } = incidentContent(channel, texts, { asksForAnswer, isDrill });
    return { channel, role, name, address, subject, text, skipped };
  });
}
