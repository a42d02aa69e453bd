import { cleanLine, cleanText, shorten } from './clean-text.ts';
import { isVariable, parseTemplate } from './variables.ts';
import type { Value, Values } from './values.ts';

/**
 * Fills templates. Each is read once, so values are data: braces, tags or line breaks inside a value never become
 * a variable, markup or a second line of a subject. Unknown variables and unclosed braces stay as they were typed.
 * A text that reaches its limit ends there: what comes after it is never rendered, so a short template that repeats a
 * long value costs no more than its limit.
 */

/**
 * Plain text of several lines: for the screen, an SMS or the text of an email.
 * @param max of the result, in UTF-16 code units; a longer text ends in `ending`
 */
export function renderText(template: string, values: Values, max = Infinity, ending = ''): string {
  let text = '';
  for (const { text: piece } of pieces(template, values)) {
    text += piece;
    if (text.length > max) break;
  }
  return shorten(text, max, ending);
}

/** Plain text of one line, for a subject. */
export function renderLine(template: string, values: Values, max = Infinity, ending = ''): string {
  // Blanks go when the line is cleaned: what is rendered may have more of them than the line.
  return shorten(cleanLine(renderText(template, values, 8 * max)), max, ending);
}

/** `characters` of the text in UTF-16 code units; `bytes` of the text and its HTML together, in UTF-8. */
export interface MailLimits {
  characters: number;
  bytes: number;
  /** One line of plain text after what was cut; it counts. */
  ending: string;
}

const UNLIMITED: MailLimits = { characters: Infinity, bytes: Infinity, ending: '' };

/**
 * The text of an email, and HTML of the same content to put inside an element: everything escaped, `<br>` for line
 * breaks, a link where a value leads somewhere and an image where it has one. Both are cut at the same character.
 */
export function renderMail(
  template: string,
  values: Values,
  limits: MailLimits = UNLIMITED,
): { text: string; html: string } {
  const ending = limits.ending === '' ? '' : `\n\n${limits.ending}`;
  const room = {
    characters: limits.characters - ending.length,
    bytes: limits.bytes - 2 * utf8Length(textAsHtml(ending)),
  };
  const all = { text: '', html: '' };
  for (const { text, html } of pieces(template, values)) {
    const bytes = utf8Length(text) + utf8Length(html);
    if (text.length <= room.characters && bytes <= room.bytes) {
      all.text += text;
      all.html += html;
      room.characters -= text.length;
      room.bytes -= bytes;
      continue;
    }
    // Half a link would lead nowhere: what is left of it is plain text.
    const kept = text.slice(0, fitting(text, room));
    return { text: all.text + kept + ending, html: all.html + textAsHtml(kept + ending) };
  }
  return all;
}

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

interface Piece {
  text: string;
  readonly html: string;
}

function* pieces(template: string, values: Values): Generator<Piece, void> {
  for (const part of parseTemplate(template)) {
    const value = part.type === 'variable' && isVariable(part.name) ? values[part.name] : null;
    const text = cleanText(value === null ? part.raw : value.text);
    yield {
      text,
      get html() {
        return value === null ? textAsHtml(text) : valueAsHtml(value, text, values.LOCATION.text);
      },
    };
  }
}

/** How many UTF-16 code units from the start of `text` fit, without half a character. */
function fitting(text: string, room: { characters: number; bytes: number }): number {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character) + utf8Length(textAsHtml(character));
    if (bytes > room.bytes || end + character.length > room.characters) break;
    end += character.length;
  }
  return end;
}

/** Bytes of well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The two halves of a pair are four bytes together.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** Of text that is clean already. */
function textAsHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function valueAsHtml(value: Value, text: string, location: string): string {
  if (value.href === null && value.image === null) return textAsHtml(text);
  const shown =
    value.image === null
      ? escapeHtml(value.text)
      : `<img src="${escapeHtml(value.image)}" alt="${escapeHtml(`Map of ${location}`)}" style="display:block;max-width:100%;height:auto;border:0">`;
  return value.href === null ? shown : `<a href="${escapeHtml(value.href)}">${shown}</a>`;
}
