import { cleanLine, cleanText } from './clean-text.ts';
import { isVariable, parseTemplate } from './variables.ts';
import type { Value, Values } from './values.ts';

/**
 * Fills templates. Each is read once, so values are data: braces, tags or line breaks inside a value never become
 * a variable, markup or a second line of a subject. Unknown variables and unclosed braces stay as they were typed.
 */

/** Plain text of several lines: for the screen, an SMS or the text of a mail. */
export function renderText(template: string, values: Values): string {
  return fill(template, values, cleanText, (value) => cleanText(value.text));
}

/** Plain text of one line, for a subject. */
export function renderLine(template: string, values: Values): string {
  return cleanLine(renderText(template, values));
}

/**
 * HTML that says the same as `renderText`, to stand inside an element: everything escaped, `<br>` for line breaks,
 * a link where a value leads somewhere and a picture where it has one.
 */
export function renderHtml(template: string, values: Values): string {
  return fill(template, values, textAsHtml, valueAsHtml);
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

function fill(
  template: string,
  values: Values,
  ofText: (text: string) => string,
  ofValue: (value: Value, place: string) => string,
): string {
  return parseTemplate(template)
    .map((part) =>
      part.type === 'variable' && isVariable(part.name)
        ? ofValue(values[part.name], values.LOCATION.text)
        : ofText(part.raw),
    )
    .join('');
}

function textAsHtml(text: string): string {
  return escapeHtml(cleanText(text)).replaceAll('\n', '<br>');
}

function valueAsHtml(value: Value, place: string): string {
  if (value.href === null && value.image === null) return textAsHtml(value.text);
  const shown =
    value.image === null
      ? escapeHtml(value.text)
      : `<img src="${escapeHtml(value.image)}" alt="${escapeHtml(`Map of ${place}`)}" style="display:block;max-width:100%;height:auto;border:0">`;
  return value.href === null ? shown : `<a href="${escapeHtml(value.href)}">${shown}</a>`;
}
