import { cleanLine, shorten } from '@callpoint/alerts/templates/clean-text';
import { DRILL_PREFIX } from '@callpoint/contract/drills';
import { twilioLibrary } from '../twilio/twilio-library.ts';

/** What a call says, as TwiML. */

/** The most characters of a spoken text: about a minute. */
const MAX_SPOKEN = 1000;
/** The most characters of a script that Twilio accepts with a call. */
const MAX_SCRIPT = 4000;
/** How often a text is spoken, and the seconds to press a key after it. */
const TIMES = 2;
const ANSWER_WITHIN = 10;

const CHOICES = 'Press 1 if you have it. Press 2 if you can’t help.';
const NO_KEY = 'Callpoint received no answer. Goodbye.';
/** After a text that asks for nothing, such as the news that the person is safe. */
const GOODBYE = 'Goodbye.';
const ASKS = /\bPress 1\b/;

/** Speaks a text twice and waits for one key, which Twilio reports to `answersAt`. */
export function speak(text: string, answersAt: string): string {
  const line = cleanLine(text);
  // Escaped characters are longer than in the text.
  for (let most = MAX_SPOKEN; ; most -= 100) {
    const script = scriptOf(shorten(line, most, '…'), answersAt, TIMES);
    if (script.length <= MAX_SCRIPT || most <= 100) return script;
  }
}

/** After a key without a meaning. */
export function speakChoices(answersAt: string, isDrill: boolean): string {
  return scriptOf(isDrill ? ofDrill(CHOICES) : CHOICES, answersAt, 1);
}

/** Speaks the last sentence of a call. */
export function speakLast(sentence: string): string {
  const response = new (twilioLibrary().twiml.VoiceResponse)();
  response.say(shorten(cleanLine(sentence), MAX_SPOKEN, '…'));
  response.hangup();
  return response.toString();
}

function scriptOf(text: string, answersAt: string, loop: number): string {
  const response = new (twilioLibrary().twiml.VoiceResponse)();
  response
    .gather({ numDigits: 1, timeout: ANSWER_WITHIN, action: answersAt, method: 'POST' })
    .say({ loop }, text);
  const last = ASKS.test(text) ? NO_KEY : GOODBYE;
  response.say(text.startsWith(DRILL_PREFIX) ? ofDrill(last) : last);
  return response.toString();
}

const ofDrill = (sentence: string) => `${DRILL_PREFIX}. ${sentence}`;
