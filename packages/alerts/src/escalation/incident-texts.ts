import { cleanLine, shorten } from '../templates/clean-text.ts';
import { emailContent, textContent } from '../templates/content.ts';
import { DEFAULT_MAPS_URL } from '../templates/maps.ts';
import { timeText } from '../templates/time-text.ts';
import { NOT_SHARED, variableValues, type VariableValues } from '../templates/values.ts';
import { spokenTime } from './spoken.ts';

/** What the texts of an incident that are not templates of the subscriber have in common. */

/** A text for each kind of content. Plain texts stay within GSM-7 for usual names. */
export interface IncidentTexts {
  subject: string;
  mail: string;
  html: string;
  text: string;
  /** For a call: without links and without digits that would be read as one large number. */
  spoken: string;
}

/** Whom to call, and where the person is: the end of each email that asks for an answer. */
export const WHO_AND_WHERE =
  'Call {{NAME}}: {{PHONE}}\nLocation: {{LOCATION}}\nMap: {{LOCATION_LINK}}\nTime: {{TIME}}';
/** The end of each call that asks for an answer. */
export const ASK_FOR_KEY = "Press 1 if you have it. Press 2 if you can't.";

/** Characters of a name in a call: the choices at its end must be heard in full. */
const SPOKEN_NAME = 100;

/** A name as a call says it. */
export function spokenName(name: string): string {
  return shorten(cleanLine(name), SPOKEN_NAME, '');
}

/** Fills the variables of the templates of an email and of a plain text. */
export function fillTexts(
  { subject, mail, text, spoken }: Record<'subject' | 'mail' | 'text' | 'spoken', string>,
  values: VariableValues,
): IncidentTexts {
  const email = emailContent(subject, mail, values);
  return {
    subject: email.subject,
    mail: email.text,
    html: email.html,
    text: textContent(text, values).text,
    spoken,
  };
}

/** What a person reported, after their name; '' if nothing. They may be forced to say so. */
export function safeText(safeAt: string | null, zone: string): string {
  return safeAt === null
    ? ''
    : ` reported at ${spokenTime(safeAt, zone)}: I am safe now. Make sure that it is true.`;
}

export interface IncidentValues {
  /** The person who pressed. */
  name: string;
  phone: string;
  /** When they pressed, ISO 8601. */
  at: string;
  zone: string;
  /** Coordinates, and the address of a map; null if the phone sent no location. */
  place: string | null;
  mapUrl: string | null;
}

/** @param message the value of `{{MESSAGE}}` */
export function valuesOf(
  { name, phone, at, zone, place, mapUrl }: IncidentValues,
  message: string,
): VariableValues {
  const text = (value: string | null, href: string | null) => ({
    text: value ?? NOT_SHARED,
    href,
    image: null,
  });
  return {
    ...variableValues({
      user: { name, phone, email: '' },
      submission: { location: null, message },
      maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    }),
    TIME: text(timeText(at, zone), null),
    LOCATION: text(place, null),
    LOCATION_LINK: text(mapUrl ?? place, mapUrl),
  };
}
