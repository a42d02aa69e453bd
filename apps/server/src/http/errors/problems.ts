import type { FieldProblem } from '@callpoint/contract/errors';
import type { ZodError } from 'zod';

type Issue = ZodError['issues'][number];

/** Maximum problems of one call and unknown fields of one object in a response: listing thousands takes long. */
const MAX_PROBLEMS = 50;

/**
 * The issues of a schema as sentences with the field's path; each unknown field is one problem. At most 50 are listed,
 * followed by the number of further ones.
 */
export function toFieldProblems(issues: readonly Issue[]): FieldProblem[] {
  const found = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  const problems = named(issues.slice(0, MAX_PROBLEMS)).slice(0, MAX_PROBLEMS);
  if (found <= MAX_PROBLEMS) return problems;
  return [...problems, { msg: `There are ${found - problems.length} more problems.`, field: '' }];
}

function countOf(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
}

function named(issues: readonly Issue[]): FieldProblem[] {
  const problems = issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
        msg: `${label([key])} is not a known field.`,
        field: join([...issue.path, key]),
      }));
    }
    // All members of a union failed: the union's own message says what is accepted.
    return [{ msg: sentence(issue.path, message(issue)), field: join(issue.path) }];
  });
  return [...new Map(problems.map((problem) => [`${problem.field} ${problem.msg}`, problem])).values()];
}

/** The contract's own message; if it has none, a text for the library's issue, which follows the field's name. */
function message(issue: Issue): string {
  // The library's own messages; all others are the contract's.
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return issue.message;
  if (issue.message.endsWith('received undefined')) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unit(issue.origin)}`;
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unit(issue.origin)}`;
  return 'is not valid';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}

function article(type: string): string {
  const name = type === 'object' || type === 'record' ? 'object' : type === 'int' ? 'whole number' : type;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** A message that starts with a capital is a complete sentence; any other follows the field's name. */
function sentence(path: readonly PropertyKey[], text: string): string {
  const fullText = /^\p{Lu}/u.test(text) ? text : `${label(path)} ${text}`;
  return /[.!?]$/.test(fullText) ? fullText : `${fullText}.`;
}

function label(path: readonly PropertyKey[]): string {
  const name = (path.findLast((part) => typeof part === 'string') ?? 'The body').replaceAll('_', ' ');
  return printable(name.charAt(0).toUpperCase() + name.slice(1));
}

function join(path: readonly PropertyKey[]): string {
  return printable(path.map(String).join('.'));
}

/** A field's name comes from the caller: it is returned shortened and without control characters. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, '?').slice(0, 100);
}
