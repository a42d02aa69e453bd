import { keepResults } from '../keep-results.ts';
import { cleanLine, cleanText, shorten } from './clean-text.ts';
import { isVariable, iterateTemplate } from './variables.ts';
import type { Variable } from '@callpoint/contract/catalog';
import type { VariableValue, VariableValues } from './values.ts';

/**
 * Fills in templates. Each is parsed once, so values are data: braces, tags or line breaks inside a value never become
 * a variable, markup or a second line of a subject. Unknown variables and unclosed braces stay unchanged.
 * A text ends at its limit: the rest is never rendered, so a short template that repeats a
 * long value costs no more than its limit.
 */

/**
 * Plain text of several lines: for the screen, an SMS or the text of an email.
 * @param max of the result, in UTF-16 code units; a longer text ends in `ending`
 */
export function renderText(template: string, values: VariableValues, max = Infinity, ending = ''): string {
  let text = '';
  for (const { text: part } of renderedParts(template, values)) {
    text += part;
    if (text.length > max) break;
  }
  return shorten(text, max, ending);
}

/** Plain text of one line, for a subject. */
export function renderLine(template: string, values: VariableValues, max = Infinity, ending = ''): string {
  // Cleaning the line removes blanks, so more characters than its maximum are rendered.
  return shorten(cleanLine(renderText(template, values, 8 * max)), max, ending);
}

/** True if the filled-in template would be blank. It is filled in only up to the first other character. */
export function isBlank(template: string, values: VariableValues): boolean {
  for (const { text } of renderedParts(template, values)) if (cleanLine(text) !== '') return false;
  return true;
}

/** `characters` of the text in UTF-16 code units; `bytes` of the text and its HTML together, in UTF-8. */
export interface EmailLimits {
  characters: number;
  bytes: number;
  /** One line of plain text that replaces the rest of a cut text; it counts towards the limits. */
  ending: string;
}

const UNLIMITED: EmailLimits = { characters: Infinity, bytes: Infinity, ending: '' };

/**
 * The text of an email, and HTML of the same content to put inside an element: everything escaped, `<br>` for line
 * breaks, a link for a value with an address and an image for a value with one. Both are cut at the same character.
 * `bytes`: of both, in UTF-8.
 */
export function renderEmail(
  template: string,
  values: VariableValues,
  limits: EmailLimits = UNLIMITED,
): { text: string; html: string; bytes: number } {
  const ending = limits.ending === '' ? '' : `\n\n${limits.ending}`;
  const room = {
    characters: limits.characters - ending.length,
    bytes: limits.bytes - 2 * (ending === '' ? 0 : htmlBytes(ending)),
  };
  const all = { text: '', html: '', bytes: 0 };
  for (const { text, html, bytes } of renderedParts(template, values)) {
    if (text.length <= room.characters && bytes <= room.bytes) {
      all.text += text;
      all.html += html;
      all.bytes += bytes;
      room.characters -= text.length;
      room.bytes -= bytes;
      continue;
    }
    // A cut link would not work: the rest of it is plain text.
    const last = text.slice(0, fitting(text, room)) + ending;
    const lastHtml = textAsHtml(last);
    return {
      text: all.text + last,
      html: all.html + lastHtml,
      bytes: all.bytes + utf8Length(last) + utf8Length(lastHtml),
    };
  }
  return all;
}

/** The length of the text that `textAsHtml` writes for one character. */
const ESCAPED_LENGTH: Readonly<Record<string, number>> = {
  '&': '&amp;'.length,
  '<': '&lt;'.length,
  '>': '&gt;'.length,
  '"': '&quot;'.length,
  "'": '&#39;'.length,
  '\n': '<br>'.length,
};

const ESCAPED = /[&<>"']/;

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

interface RenderedPart {
  text: string;
  html: string;
  /** The bytes of the text and the HTML together, in UTF-8. */
  bytes: number;
}

/** A long template is parsed and filled in only as far as the caller reads. */
function renderedParts(template: string, values: VariableValues): Iterable<RenderedPart> {
  if (template.length > MAX_KEPT) return renderEach(iterateParts(template), values);
  return keptParts(template).map((part) => renderedOf(part, values));
}

function* renderEach(
  parts: Iterable<Variable | RenderedPart>,
  values: VariableValues,
): Generator<RenderedPart, void> {
  for (const part of parts) yield renderedOf(part, values);
}

/** A long value may be repeated often, in each template of a press. */
const renderedVariables = new WeakMap<VariableValues, Map<Variable, RenderedPart>>();

function renderedOf(part: Variable | RenderedPart, values: VariableValues): RenderedPart {
  if (typeof part !== 'string') return part;
  const known = renderedVariables.get(values) ?? new Map<Variable, RenderedPart>();
  renderedVariables.set(values, known);
  let rendered = known.get(part);
  if (!rendered) {
    const value = values[part];
    const text = cleanText(value.text);
    rendered = renderedPart(text, valueAsHtml(value, text, values.LOCATION.text));
    known.set(part, rendered);
  }
  return rendered;
}

/** Characters of a template whose parts are kept. Every press fills in the same templates. */
const MAX_KEPT = 2_000;
const keptParts = keepResults(300, MAX_KEPT, (template) => [...iterateParts(template)]);

/** The variables of a template, and its other texts, which are the same for all values. */
function* iterateParts(template: string): Generator<Variable | RenderedPart, void> {
  for (const part of iterateTemplate(template)) {
    if (part.type === 'variable' && isVariable(part.name)) yield part.name;
    else {
      const text = cleanText(part.raw);
      yield renderedPart(text, textAsHtml(text));
    }
  }
}

function renderedPart(text: string, html: string): RenderedPart {
  return { text, html, bytes: utf8Length(text) + utf8Length(html) };
}

/** How many UTF-16 code units from the start of `text` fit, without half a character. */
function fitting(text: string, room: { characters: number; bytes: number }): number {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    const plain = utf8Length(character);
    bytes += plain + (ESCAPED_LENGTH[character] ?? plain);
    if (bytes > room.bytes || end + character.length > room.characters) break;
    end += character.length;
  }
  return end;
}

/** Bytes of well-formed text in UTF-8. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The two halves of a surrogate pair are four bytes together.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

const htmlBytes = keepResults(10, 1_000, (text) => utf8Length(textAsHtml(text)));

/** HTML of text that is already clean. */
function textAsHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function valueAsHtml(value: VariableValue, text: string, location: string): string {
  if (value.href === null && value.image === null) return textAsHtml(text);
  const shown =
    value.image === null
      ? escapeHtml(value.text)
      : `<img src="${escapeHtml(value.image)}" alt="${escapeHtml(`Map of ${location}`)}" style="display:block;max-width:100%;height:auto;border:0">`;
  return value.href === null ? shown : `<a href="${escapeHtml(value.href)}">${shown}</a>`;
}
