import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { BASES, type Base } from '@callpoint/contract/bases';
import type { Call } from '@callpoint/contract/call';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { describeOperations, isCallable, TAGS, type Operation, type Routes } from './api-operations.ts';
import { API_PAGE_POLICY } from '../pages/content-security.ts';

const ABOUT = `Every call of Callpoint. A token comes from *Log in* and is sent with each call as the \`token\` query
parameter or as \`Authorization: Bearer\`; it expires after 12 hours without a call, and after 30 days; on the phone after 180 days without a call.

Success is \`{ "ok": true, … }\`. An error has its HTTP status and \`{ "ok": false, "msg", "errors": [{ "msg", "field" }] }\`
with all problems of the input; a rejection that a client acts on also has a \`code\`. A row of another subscriber gets the same response as one that does not exist.

Every call can return 500 and, while the server stops or is overloaded, 503; 429 and 503 have a \`Retry-After\` header with
the seconds to wait. A request that is not valid HTTP reaches no call: it gets 400, 408 (it arrives too slowly), 417
(an \`Expect\` header) or 431 (its headers or its address are too long), with an error of the same form.`;

const HIDDEN: FastifySchema & { hide: true } = { hide: true };

/** The body of a call that reads it itself. */
function uploadOf({ receives, body }: Call): FastifySchema {
  return receives ? { body, consumes: [receives] } : {};
}

/** Describes every call that is mounted afterwards, and shows the description at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const routes: Routes = new Map();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Callpoint',
        version: '1',
        description: ABOUT,
        license: { name: 'MIT', identifier: 'MIT' },
      } as { title: string; version: string },
      servers: [{ url: '/', description: 'The server that shows this description.' }],
      tags: Object.values(TAGS),
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of a login.' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
        },
      },
    },
    transform: (input) => {
      const { url, route } = input;
      const { call } = route.config ?? {};
      const base = (Object.keys(BASES) as Base[]).find((prefix) => url.startsWith(`${prefix}/`));
      if (!call || !base || route.method === 'HEAD' || !isCallable(call, base))
        return { schema: HIDDEN, url };
      routes.set(`${call.method.toLowerCase()} ${url}`, { call, base });
      const { response: _, ...schema } = input.schema ?? {};
      const described = { ...schema, ...uploadOf(call), response: { 200: call.response } };
      return jsonSchemaTransform({ ...input, schema: described });
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the description is OpenAPI');
      const { openapiObject } = document;
      const components = describeOperations(
        openapiObject.paths as Record<string, Record<string, Operation>>,
        routes,
      );
      return { ...openapiObject, components: { ...openapiObject.components, ...(components as object) } };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: API_PAGE_POLICY,
    uiConfig: { docExpansion: 'none', displayRequestDuration: true, persistAuthorization: false },
    theme: { title: 'Callpoint API' },
  });
}
