import { z } from 'zod';

/** One thing that is wrong: the path of the input, and what is said of it. */
export type Finding = { path: PropertyKey[]; message: string };

/**
 * A check of a whole schema that also runs when parts of the input are wrong, so that what it finds is told together
 * with the rest. `find` must expect any input.
 */
export function alwaysCheck(find: (value: unknown) => Finding[]) {
  const check = new z.core.$ZodCheck({ check: 'custom', when: () => true });
  // oxlint-disable-next-line no-underscore-dangle -- the library's own place for what a check does
  check._zod.check = ({ value, issues }) => {
    issues.push(...find(value).map((finding) => ({ code: 'custom' as const, input: value, ...finding })));
  };
  return check;
}
