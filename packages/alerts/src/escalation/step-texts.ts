import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { cleanLine, shorten } from '../templates/clean-text.ts';
import { emailContent, textContent } from '../templates/content.ts';
import { DEFAULT_MAPS_URL } from '../templates/maps.ts';
import { timeText } from '../templates/time-text.ts';
import { NOT_SHARED, variableValues, type VariableValues } from '../templates/values.ts';
import { durationText, spokenDigits, spokenTime } from './spoken.ts';

/** The texts of an incident that are not templates of the subscriber. Plain texts stay within GSM-7 for usual names. */

/** A text for each kind of content. */
export interface IncidentTexts {
  subject: string;
  mail: string;
  html: string;
  text: string;
  /** For a call: without links and without digits that would be read as one large number. */
  spoken: string;
}

/**
 * Why a step starts: it is due, the messages before it did not arrive, everyone who was notified answered that they can't, or the
 * person who had the incident can't after all.
 */
export type StepReason = 'due' | 'undelivered' | 'declined' | 'repeat' | 'withdrawn';

const WHY: Readonly<Record<StepReason, string>> = {
  due: 'No one has acknowledged it yet.',
  undelivered: 'The messages before this one did not arrive.',
  declined: "Everyone who responded can't help.",
  repeat: 'No one has acknowledged it yet.',
  withdrawn: "The person who had it can't help after all. No one has it now.",
};

export interface StepMessageInput {
  item: Item;
  /** The person who pressed. */
  name: string;
  phone: string;
  /** When they pressed, and the moment of the step; ISO 8601. */
  at: string;
  now: string;
  zone: string;
  /** Nobody pressed: a check-in was not answered. */
  isCheckIn: boolean;
  /** When the person reported being safe, ISO 8601; null if they have not. */
  safeAt: string | null;
  /** Coordinates, and the address of a map; null if the phone sent no location. */
  place: string | null;
  mapUrl: string | null;
  reason: StepReason;
  /** The subscriber's instructions for the people who are notified. */
  procedure: string;
}

/** Characters of a name in a call: the choices at its end must be heard in full. */
export const SPOKEN_NAME = 100;

/** The message of a later step of an escalation. It does not ask for an answer, except the call. */
export function stepMessage(input: StepMessageInput): IncidentTexts {
  const { item, name, phone, at, now, zone, isCheckIn, safeAt, reason, procedure } = input;
  const label = itemLabel(item);
  const ago = durationText(Date.parse(now) - Date.parse(at));
  const why = WHY[reason];
  const values = valuesOf(input);
  const todo = procedure.trim() === '' ? '' : '\n\nWhat to do:\n{{MESSAGE}}';
  const happened = isCheckIn
    ? `{{NAME}} did not answer a check-in. ${label} was raised ${ago} ago`
    : `{{NAME}} pressed ${label} ${ago} ago`;
  const safe = safeText(safeAt, zone);
  const mail = emailContent(
    `Not acknowledged: ${label}, {{NAME}} - call {{PHONE}}`,
    `${happened}. ${why}${safe === '' ? '' : `\n\n{{NAME}}${safe}`}\n\nCall {{NAME}}: {{PHONE}}\nLocation: {{LOCATION}}\nMap: {{LOCATION_LINK}}\nTime: {{TIME}}${todo}`,
    values,
  );
  const person = shorten(cleanLine(name), SPOKEN_NAME, '');
  const time = spokenTime(at, zone);
  return {
    subject: mail.subject,
    mail: mail.text,
    html: mail.html,
    text: textContent(
      `${label}: {{NAME}}${isCheckIn ? ', check-in not answered' : ''}, ${ago} ago. ${why}${safe === '' ? '' : ` The person${safe}`} Call {{PHONE}}. {{LOCATION_LINK}}`,
      values,
    ).text,
    spoken: [
      `This is Callpoint. ${label}.`,
      isCheckIn
        ? `${person} did not answer a check-in. The emergency was raised ${ago} ago, at ${time}.`
        : `${person} pressed the button ${ago} ago, at ${time}.`,
      why,
      ...(safe === '' ? [] : [`${person}${safe}`]),
      `Call ${person} at ${spokenDigits(phone)}.`,
      "Press 1 if you have it. Press 2 if you can't.",
    ].join(' '),
  };
}

/** What a person reported, after their name; '' if nothing. They may be forced to say so. */
export function safeText(safeAt: string | null, zone: string): string {
  return safeAt === null
    ? ''
    : ` reported at ${spokenTime(safeAt, zone)}: I am safe now. Make sure that it is true.`;
}

export interface SafeMessageInput {
  item: Item;
  name: string;
  phone: string;
  /** What the person wrote. */
  reason: string;
  /** When they reported it, ISO 8601. */
  at: string;
  zone: string;
}

/** The news that the person reports being safe. They may be forced to: a responder checks. */
export function safeMessage(input: SafeMessageInput): IncidentTexts {
  const { item, name, phone, at, zone } = input;
  const label = itemLabel(item);
  const reason = cleanLine(input.reason);
  const values = valuesOf({ ...input, procedure: reason, place: null, mapUrl: null });
  const why = reason === '' ? '' : '\n\nReason: {{MESSAGE}}';
  const mail = emailContent(
    `{{NAME}} reports being safe: ${label}`,
    `{{NAME}} reported: I am safe now. {{TIME}}${why}\n\nCall {{NAME}} to make sure: {{PHONE}}\n\nThe incident stays open until a responder closes it.`,
    values,
  );
  const person = shorten(cleanLine(name), SPOKEN_NAME, '');
  return {
    subject: mail.subject,
    mail: mail.text,
    html: mail.html,
    text: textContent(
      `${label}: {{NAME}} reported: I am safe now.${reason === '' ? '' : ` Reason: {{MESSAGE}}${/[.!?]$/.test(reason) ? '' : '.'}`} Call {{PHONE}} to make sure.`,
      values,
    ).text,
    spoken: `This is Callpoint. ${label}. At ${spokenTime(at, zone)}, ${person} reported being safe. Call ${person} at ${spokenDigits(phone)} to make sure.`,
  };
}

export function valuesOf({
  name,
  phone,
  at,
  zone,
  place,
  mapUrl,
  procedure,
}: Pick<
  StepMessageInput,
  'name' | 'phone' | 'at' | 'zone' | 'place' | 'mapUrl' | 'procedure'
>): VariableValues {
  const text = (value: string | null, href: string | null) => ({
    text: value ?? NOT_SHARED,
    href,
    image: null,
  });
  return {
    ...variableValues({
      user: { name, phone, email: '' },
      submission: { location: null, message: procedure },
      maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    }),
    TIME: text(timeText(at, zone), null),
    LOCATION: text(place, null),
    LOCATION_LINK: text(mapUrl ?? place, mapUrl),
  };
}
