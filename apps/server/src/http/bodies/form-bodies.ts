import type { FastifyInstance } from 'fastify';

/** The fields of a form, as a browser or a provider's call sends them; a repeated field is a list. */
export type FormFields = Record<string, string | string[]>;

/** Accepts only form bodies on the routes of `app`. */
export function formBodiesOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => done(null, fieldsOf(new URLSearchParams(body))),
  );
}

function fieldsOf(form: URLSearchParams): FormFields {
  const fields = new Map<string, string | string[]>();
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields.set(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  // Own properties for all names: a form may call a field `__proto__`.
  return Object.fromEntries(fields);
}
