import { itemLabel, type Item } from '@callpoint/contract/catalog';
import { delayedNote } from '../plan/send-note.ts';
import { cleanLine } from '../templates/clean-text.ts';
import {
  ASK_FOR_KEY,
  fillTexts,
  safeText,
  spokenName,
  valuesOf,
  WHO_AND_WHERE,
  type IncidentTexts,
  type IncidentValues,
} from './incident-texts.ts';
import { durationText, spokenDigits, spokenTime } from './spoken.ts';

/** The texts of later steps, and the news that the person is safe. */

/**
 * Why a step starts: it is due, the step before it reached no one, everyone who was notified answered that they can't, or the
 * person who had the incident can't after all.
 */
export type StepReason = 'due' | 'undelivered' | 'declined' | 'repeat' | 'withdrawn';

const WHY: Readonly<Record<StepReason, string>> = {
  due: 'No one has acknowledged it yet.',
  undelivered: 'No one has acknowledged it yet. The last step reached no one.',
  declined: "Everyone who responded can't help.",
  repeat: 'No one has acknowledged it yet.',
  withdrawn: "The person who had it can't help after all. No one has it now.",
};

export interface StepMessageInput extends IncidentValues {
  item: Item;
  /** The moment of the step; ISO 8601. */
  now: string;
  /** Nobody pressed: a check-in was not answered. */
  isCheckIn: boolean;
  /** When the person reported being safe, ISO 8601; null if they have not. */
  safeAt: string | null;
  reason: StepReason;
  /** The subscriber's instructions for the people who are notified. */
  procedure: string;
}

/** The message of a later step of an escalation. It does not ask for an answer, except the call. */
export function stepMessage(input: StepMessageInput): IncidentTexts {
  const { item, name, phone, at, now, zone, isCheckIn, safeAt, reason, procedure } = input;
  const label = itemLabel(item);
  const ago = durationText(Date.parse(now) - Date.parse(at));
  const why = WHY[reason];
  const todo = procedure.trim() === '' ? '' : '\n\nWhat to do:\n{{MESSAGE}}';
  const happened = isCheckIn
    ? `{{NAME}} did not answer a check-in. ${label} was raised ${ago} ago`
    : `{{NAME}} pressed ${label} ${ago} ago`;
  const safe = safeText(safeAt, zone);
  const person = spokenName(name);
  const time = spokenTime(at, zone);
  return fillTexts(
    {
      subject: `Not acknowledged: ${label}, {{NAME}} - call {{PHONE}}`,
      mail: `${happened}. ${why}${safe === '' ? '' : `\n\n{{NAME}}${safe}`}\n\n${WHO_AND_WHERE}${todo}`,
      text: `${label}: {{NAME}}${isCheckIn ? ', check-in not answered' : ''}, ${ago} ago. ${why}${safe === '' ? '' : ` The person${safe}`} Call {{PHONE}}. {{LOCATION_LINK}}`,
      spoken: [
        `This is Callpoint. ${label}.`,
        isCheckIn
          ? `${person} did not answer a check-in. The emergency was raised ${ago} ago, at ${time}.`
          : `${person} pressed the button ${ago} ago, at ${time}.`,
        why,
        ...(safe === '' ? [] : [`${person}${safe}`]),
        `Call ${person} at ${spokenDigits(phone)}.`,
        ASK_FOR_KEY,
      ].join(' '),
    },
    valuesOf(input, procedure),
  );
}

export interface SafeMessageInput {
  item: Item;
  name: string;
  phone: string;
  /** What the person wrote. */
  reason: string;
  /** When they reported it, ISO 8601. */
  at: string;
  /** When the server received a delayed report, ISO 8601; null if it was not delayed. */
  receivedAt: string | null;
  zone: string;
}

/** The news that the person reports being safe. They may be forced to: a responder checks. */
export function safeMessage(input: SafeMessageInput): IncidentTexts {
  const { item, name, phone, at, receivedAt, zone } = input;
  const label = itemLabel(item);
  const reason = cleanLine(input.reason);
  const why = reason === '' ? '' : '\n\nReason: {{MESSAGE}}';
  const person = spokenName(name);
  const delayed = receivedAt === null ? null : delayedNote('report', at, receivedAt, zone);
  const time = spokenTime(at, zone);
  const when =
    receivedAt === null
      ? `At ${time}, ${person} reported being safe.`
      : `${person} reported being safe ${durationText(Date.parse(receivedAt) - Date.parse(at))} ago, at ${time}. The report was delayed.`;
  return fillTexts(
    {
      subject: `${delayed === null ? '{{NAME}} reports being safe' : 'Delayed: {{NAME}} reported being safe'}: ${label}`,
      mail: `{{NAME}} reported: I am safe now.${delayed === null ? ' {{TIME}}' : `\n\n${delayed}`}${why}\n\nCall {{NAME}} to make sure: {{PHONE}}\n\nThe incident stays open until a responder closes it.`,
      text: `${label}: {{NAME}} reported: I am safe now.${delayed === null ? '' : ` ${delayed}.`}${reason === '' ? '' : ` Reason: {{MESSAGE}}${/[.!?]$/.test(reason) ? '' : '.'}`} Call {{PHONE}} to make sure.`,
      spoken: `This is Callpoint. ${label}. ${when} Call ${person} at ${spokenDigits(phone)} to make sure.`,
    },
    valuesOf({ ...input, place: null, mapUrl: null }, reason),
  );
}
