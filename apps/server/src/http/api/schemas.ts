import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badInput } from '../errors/call-error.ts';
import { toFieldProblems } from '../errors/problems.ts';
import { mountCall, mountList } from './mount-call.ts';
import { filterResponse } from '../responses/response-filter.ts';
import { UnchangedLists } from '../responses/unchanged-lists.ts';

/** A server, or a part of it, that mounts declared calls, and routes that are typed by their zod schemas. */
export type App = ReturnType<typeof withSchemas>;

/**
 * Makes zod check requests and filter responses: a field that no response schema declares is not sent. Adds `handle`
 * and `handleList`, which mount a declared call.
 */
export function withSchemas(app: FastifyInstance) {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    // A call without a body or query is checked like one with an empty object.
    const result = schema.safeParse(input ?? {});
    return result.success
      ? { value: result.data }
      : { error: badInput(toFieldProblems(result.error.issues)) };
  });
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (response) =>
        JSON.stringify(filterResponse(schema, response)),
  );
  app.decorate('handle', mountCall);
  app.decorate('unchangedLists', new UnchangedLists());
  app.decorate('handleList', mountList);
  return app.withTypeProvider<ZodTypeProvider>();
}
