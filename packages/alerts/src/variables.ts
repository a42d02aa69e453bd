import { VARIABLES, type TextPlace, type Variable } from '@callpoint/contract/catalogue';
import { shorten } from './clean-text.ts';
import { nearest } from './nearest.ts';

/** The language of templates: text with variables in double braces, like `Call {{PHONE}}`. */

/** `raw` is the part as it stands in the template; all of them joined are the template. */
export type Part =
  | { type: 'text'; raw: string }
  | { type: 'variable'; raw: string; name: string }
  | { type: 'unclosed'; raw: string };

/**
 * Splits a template. A variable stands on one line, blanks inside its braces do not count, and its name may be
 * any text: whether it is a known one is for `isVariable`. A `{{` that is not closed before the next `{{`, the end
 * of its line or of the template is a part of its own; a stray `}}` is text. Linear in the length of the template.
 */
export function parseTemplate(template: string): Part[] {
  return [...partsOf(template)];
}

/** The same part by part: what is not read is not parsed. */
export function* partsOf(template: string): Generator<Part, void> {
  let from = 0;
  let open: number | null = null;
  const until = (type: 'text' | 'unclosed', to: number): Part[] => {
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
      // Of three or more braces the last two open: `{{{NAME}}}` is the name in single braces.
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

/** Maximum problems of one template: finding what was meant by a wrong name takes time. */
const MAX_PROBLEMS = 20;

/**
 * What is wrong with the variables of a template: one sentence per problem, each name once, at most 20 of them;
 * empty when there is nothing. `allowed` comes from the contract's `allowedVariables`; `place` only words the sentence.
 */
export function templateProblems(
  template: string,
  allowed: readonly Variable[],
  place?: TextPlace,
): string[] {
  const problems = new Set<string>();
  const named = new Set<string>();
  for (const part of partsOf(template)) {
    if (problems.size === MAX_PROBLEMS) break;
    if (named.has(part.raw)) continue;
    named.add(part.raw);
    if (part.type === 'unclosed') {
      problems.add(
        `“${excerpt(part.raw.trim())}” opens a variable that is never closed. Add }} after its name.`,
      );
    } else if (part.type === 'variable' && !(allowed as readonly string[]).includes(part.name)) {
      problems.add(
        isVariable(part.name) ? misplaced(part.name, allowed, place) : unknown(part.name, allowed),
      );
    }
  }
  return [...problems];
}

function misplaced(name: Variable, allowed: readonly Variable[], place: TextPlace | undefined): string {
  const isPictureInSms = place === 'sms' && name === 'LOCATION_IMAGE';
  return `{{${name}}} cannot be used in ${isPictureInSms ? 'an SMS' : 'this text'}. Use ${allowed.join(', ')}.`;
}

function unknown(name: string, allowed: readonly Variable[]): string {
  if (name === '') return `{{ }} names no variable. Use ${allowed.join(', ')}.`;
  const guess = nearest(name.toUpperCase(), allowed);
  const suggestion = guess === null ? '' : ` Did you mean {{${guess}}}?`;
  return `{{${excerpt(name)}}} is not a variable.${suggestion} Use ${allowed.join(', ')}.`;
}

function excerpt(text: string): string {
  return shorten(text.toWellFormed(), 40, '…');
}
