import type { FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badInput } from './errors/call-error.ts';
import { problemsOf } from './errors/problems.ts';

/** A server, or a part of it, whose routes are typed by their zod schemas. */
export type App = ReturnType<typeof withSchemas>;

/** Makes zod judge what comes in and filter what goes out: a field that no answer schema declares does not leave. */
export function withSchemas(app: FastifyInstance) {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    // A call without a body or query is judged like one that says nothing.
    const result = schema.safeParse(input ?? {});
    return result.success ? { value: result.data } : { error: badInput(problemsOf(result.error.issues)) };
  });
  app.setSerializerCompiler(serializerCompiler);
  return app.withTypeProvider<ZodTypeProvider>();
}
