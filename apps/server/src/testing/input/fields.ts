import type { RouteExample } from '../routes/route-example.ts';
import type { CallInput, ExampleRows } from '../calls/example-rows.ts';

/** The path of a value in a call: `query.page`, `body.data.email`, `body.location.lat`. */
export type Field = string;

/** Every field that a call accepts: those of its example, and its other optional fields. */
export function listFields(route: RouteExample, rows: ExampleRows): Field[] {
  const { query, body } = route.example(rows);
  const also = Object.keys(route.also ?? {}).map((name) =>
    name.startsWith('query.') ? name : `body.${name}`,
  );
  return [...new Set([...leaves('query', query ?? {}), ...leaves('body', body ?? {}), ...also])];
}

function leaves(path: string, value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(`${path}.${name}`, inner));
}

/** The same call with another value in one field. */
export function withField({ query, body }: CallInput, field: Field, value: unknown): CallInput {
  const input: Record<string, unknown> = structuredClone({ query: query ?? {}, body: body ?? {} });
  const names = field.split('.');
  const last = names.pop() ?? '';
  let inner = input;
  for (const name of names) inner = (inner[name] ??= {}) as Record<string, unknown>;
  inner[last] = value;
  return input;
}
