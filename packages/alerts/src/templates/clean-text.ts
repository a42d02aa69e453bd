/** Functions that make any string safe to store and to send: no control characters, no broken surrogates. */

const LINE_BREAK = /\r\n|[\r\u0085\u2028\u2029]/g;
// U+FEFF is invisible, and email programs remove it at the start of a text as a byte order mark.
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n]|\uFEFF/gu;
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;
const BLANKS = /[\s\p{Cc}]+/gu;

/** Most texts need no change: of ASCII without control characters, and as a line with single spaces between words. */
const IS_CLEAN = /^[\t\n -~]*$/;
const IS_CLEAN_LINE = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Text of several lines: line breaks become `\n`, tabs stay, other control characters are removed. */
export function cleanText(text: string): string {
  if (IS_CLEAN.test(text)) return text;
  return text.toWellFormed().replaceAll(LINE_BREAK, '\n').replaceAll(CONTROL_BUT_LINES, '');
}

/** Longer text might need more memory than the regular expression has. */
const LONG = 10_000;

/** One line: every run of blanks, line breaks and control characters becomes one space; none at the ends. */
export function cleanLine(text: string): string {
  if (text.length < LONG && IS_CLEAN_LINE.test(text)) return text;
  return text.toWellFormed().replaceAll(BLANKS, ' ').trim();
}

/** Typed text for people to read: control characters become U+FFFD. */
export function showControls(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL, '\uFFFD');
}

/** At most `max` UTF-16 code units, which end with `ending` if the text was cut; never half a character. */
export function shorten(text: string, max: number, ending: string): string {
  if (text.length <= max) return text;
  const end = max - ending.length;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, splitsPair ? end - 1 : end) + ending;
}
