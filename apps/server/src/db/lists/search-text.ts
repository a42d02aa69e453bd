import { MAX_ID } from '@callpoint/contract/fields';
import { foldText } from '@callpoint/contract/fold-text';

/**
 * Texts for searches: without case, accents and unusual letters, the same on both databases. Each row stores its
 * search text, so that a search compares one column.
 */

/** Longest stored text of a row, in characters: a search compares thousands of them. */
const MAX_LENGTH = 2_000;
/**
 * Longest typed text that is compared, in characters after folding, which can turn one character into 18. A longer one also finds
 * texts that contain only its start: no call may choose what a comparison costs.
 */
const MAX_TYPED = 100;
/** Fewest digits that are searched as a part of a phone number. */
const MIN_PHONE_DIGITS = 3;

/**
 * The search text of a row. Its parts are separated, so that no search matches the end of one and the start of the
 * next. Phone numbers are found in any notation.
 */
export function searchText(parts: readonly string[], phones: readonly string[] = []): string {
  return foldText([...parts, ...phones.map((phone) => encoded(digitsOf(phone)))].join('\n')).slice(
    0,
    MAX_LENGTH,
  );
}

/** The parameters of a search: parts of texts, and the id that was typed. Null matches no row. */
export type SearchParams = {
  /** For stored search texts. */
  text: string;
  /** For the start of a part of a stored search text that is not the first one. */
  start: string;
  /** For the digits of a phone number in a stored search text. */
  digits: string | null;
  /** For other columns, with `lower(...)`. */
  plain: string;
  /** For a number whose other characters are removed. */
  number: string | null;
  id: number | null;
};

export function searchParams(typed: string): SearchParams {
  const text = typed.trim();
  const folded = foldTyped(text);
  const phone = typedPhone(text);
  const id = /^#?\d{1,10}$/.test(text) ? Number(text.replace('#', '')) : null;
  return {
    text: folded,
    start: `\n${folded}`,
    digits: phone === null ? null : encoded(phone),
    plain: text.toLowerCase(),
    number: phone,
    id: id !== null && id <= MAX_ID ? id : null,
  };
}

/** Whether a search text contains what was typed: like `matchesText`, for texts that no table stores. */
export function hasTyped(stored: string, typed: string): boolean {
  const text = typed.trim();
  const phone = typedPhone(text);
  return stored.includes(foldTyped(text)) || (phone !== null && stored.includes(encoded(phone)));
}

/** Without half of a character at its end, which no database stores. */
const foldTyped = (text: string) =>
  foldText(text)
    .slice(0, MAX_TYPED)
    .replace(/[\uD800-\uDBFF]$/, '');

/** The digits of a typed part of a phone number, without leading zeros; null if it is none. */
function typedPhone(text: string): string | null {
  const digits = /^\+?[\d\s().\-/]+$/.test(text) ? digitsOf(text).replace(/^0+/, '') : '';
  return digits.length >= MIN_PHONE_DIGITS ? digits : null;
}

function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

/** The first of ten characters for private use. */
const PRIVATE_DIGITS = 0xe0_00;

/** Digits as characters that no typed text has: a search for record 12 must not find every phone that contains it. */
function encoded(digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(PRIVATE_DIGITS + Number(digit))).join('');
}
