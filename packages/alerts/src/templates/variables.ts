import { VARIABLES, type Variable } from '@callpoint/contract/catalog';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { shorten } from './clean-text.ts';
import { findNearest } from './find-nearest.ts';

/** The language of templates: text with variables in double braces, like `Call {{PHONE}}`. */

/** `raw` is the part's text in the template; all of them joined are the template. */
export type TemplatePart =
  | { type: 'text'; raw: string }
  | { type: 'variable'; raw: string; name: string }
  | { type: 'unclosed'; raw: string };

/**
 * Splits a template. A variable is on one line, blanks inside its braces are ignored, and its name may be
 * any text: `isVariable` checks whether it is known. A `{{` that is not closed before the next `{{`, the end
 * of its line or of the template is a separate part; a stray `}}` is text. Linear in the length of the template.
 */
export function parseTemplate(template: string): TemplatePart[] {
  return [...iterateTemplate(template)];
}

/** The same as an iterator: it parses only the parts that are read. */
export function* iterateTemplate(template: string): Generator<TemplatePart, void> {
  let from = 0;
  let open: number | null = null;
  const until = (type: 'text' | 'unclosed', to: number): TemplatePart[] => {
    const raw = template.slice(from, to);
    from = to;
    return raw === '' ? [] : [{ type, raw }];
  };
  for (const { 0: token, index } of template.matchAll(/\{\{+|\}\}|[\r\n]/g)) {
    if (token === '}}') {
      if (open === null) continue;
      const raw = template.slice(open, index + 2);
      from = index + 2;
      open = null;
      yield { type: 'variable', raw, name: raw.slice(2, -2).trim() };
      continue;
    }
    if (open !== null) yield* until('unclosed', index);
    open = null;
    if (token.startsWith('{')) {
      // With three or more braces, the last two open the variable: `{{{NAME}}}` is the name in single braces.
      open = index + token.length - 2;
      yield* until('text', open);
    }
  }
  yield* until(open === null ? 'text' : 'unclosed', template.length);
}

/** True for the exact, upper-case name of a variable. */
export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

/** Maximum problems of one template: finding a suggestion for a wrong name takes time. */
const MAX_PROBLEMS = 20;

/**
 * The problems of a template's variables: one sentence for each problem, each name once, at most 20;
 * empty if there are none. `allowed` is the result of the contract's `allowedVariables`; `channel` (whose
 * messages the template is for) only affects the wording.
 */
export function templateProblems(
  template: string,
  allowed: readonly Variable[],
  channel: Channel | null = null,
): string[] {
  const problems = new Set<string>();
  const named = new Set<string>();
  for (const part of iterateTemplate(template)) {
    if (problems.size === MAX_PROBLEMS) break;
    if (named.has(part.raw)) continue;
    named.add(part.raw);
    if (part.type === 'unclosed') {
      problems.add(
        `“${excerpt(part.raw.trim())}” opens a variable that is never closed. Add }} after its name.`,
      );
    } else if (part.type === 'variable' && !(allowed as readonly string[]).includes(part.name)) {
      problems.add(
        isVariable(part.name) ? notAllowed(part.name, allowed, channel) : unknown(part.name, allowed),
      );
    }
  }
  return [...problems];
}

function notAllowed(name: Variable, allowed: readonly Variable[], channel: Channel | null): string {
  const isImageInText =
    channel !== null && CHANNEL[channel].contentKind === 'text' && name === 'LOCATION_IMAGE';
  const where = isImageInText ? CHANNEL[channel].nouns.withArticle : 'this text';
  return `{{${name}}} can’t be used in ${where}. Use ${allowed.join(', ')}.`;
}

function unknown(name: string, allowed: readonly Variable[]): string {
  if (name === '') return `{{ }} names no variable. Use ${allowed.join(', ')}.`;
  const guess = findNearest(name.toUpperCase(), allowed);
  const suggestion = guess === null ? '' : ` Did you mean {{${guess}}}?`;
  return `{{${excerpt(name)}}} is not a variable.${suggestion} Use ${allowed.join(', ')}.`;
}

function excerpt(text: string): string {
  return shorten(text.toWellFormed(), 40, '…');
}
