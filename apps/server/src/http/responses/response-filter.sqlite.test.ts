import { CALLS } from '@callpoint/contract/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filterResponse } from './response-filter.ts';

const RESPONSES = CALLS.filter(({ example }) => example.response !== undefined).map(
  ({ name, bases, response, example }) => ({
    name: `${bases[0]} ${name}`,
    schema: response,
    example: example.response,
  }),
);

/** A value with a further field in each of its objects. */
function withFurtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFurtherFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withFurtherFields(field)] as const);
  return { ...Object.fromEntries(fields), password_hash: 'secret' };
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, field]) => pathsOf(field, [...at, name]))];
}

/** A copy of `value` with another value at a path. */
function replaced(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  const fields = value as Record<string, unknown>;
  const field = replaced(fields[name], rest, other);
  return Array.isArray(value) ? value.with(Number(name), field) : { ...fields, [name]: field };
}

const OTHER = [null, 0, 1.5, Number.NaN, '', 'text', true, [], {}, [null], { id: 1 }];

describe.each(RESPONSES)('the response of $name', ({ schema, example }) => {
  test('is the same as zod’s, also with fields that no schema declares', () => {
    expect(filterResponse(schema, example)).toEqual(schema.parse(example));
    const further = withFurtherFields(example);
    const byZod = schema.safeParse(further);
    if (byZod.success) expect(filterResponse(schema, further)).toEqual(byZod.data);
    else expect(() => filterResponse(schema, further)).toThrow(z.ZodError);
  });

  test('is rejected if zod rejects a type in it', () => {
    const paths = pathsOf(example);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...OTHER), (path, other) => {
        const changed = replaced(example, path, other);
        const byZod = schema.safeParse(changed);
        if (byZod.success) expect(filterResponse(schema, changed)).toEqual(byZod.data);
        // Only lengths, ranges and patterns are not checked again.
        else if (byZod.error.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_value')) {
          expect(() => filterResponse(schema, changed)).toThrow(z.ZodError);
        }
      }),
      { numRuns: 60 },
    );
  });
});
