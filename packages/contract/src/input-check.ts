import { z } from 'zod';

/** One problem: the path of the input, and the message. */
export type InputProblem = { path: PropertyKey[]; message: string };

/**
 * A check of an entire schema that also runs if parts of the input are invalid, so that all problems are reported
 * together. `find` must accept any input.
 */
export function createInputCheck(find: (value: unknown) => InputProblem[]) {
  const check = new z.core.$ZodCheck({ check: 'custom', when: () => true });
  // oxlint-disable-next-line no-underscore-dangle -- the library's own property for the function of a check
  check._zod.check = ({ value, issues }) => {
    issues.push(...find(value).map((finding) => ({ code: 'custom' as const, input: value, ...finding })));
  };
  return check;
}
