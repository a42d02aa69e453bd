import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { callDoc } from '@callpoint/contract/calls';
import { failure, failureList } from '@callpoint/contract/errors';
import { PERMISSIONS, type Permission } from '@callpoint/contract/permissions';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { API_PAGE_POLICY } from './pages/content-security.ts';
import { BASES, type Access, type Base } from './auth/guard.ts';

const ABOUT = `Every call of Callpoint. A token comes from *Log in* and goes with each call as the \`token\` query
parameter or as \`Authorization: Bearer\`; it ends after 12 hours without a call, and after 30 days; on the phone after 180 days without a call.

Success is \`{ "ok": true, … }\`. A refusal has its HTTP status and \`{ "ok": false, "msg", "errors": [{ "msg", "field" }] }\`
with all that is wrong at once; a rejection that a client acts on also has a \`code\`. A row of another subscriber is answered like one that does not exist.`;

const HIDDEN: FastifySchema & { hide: true } = { hide: true };

const TAGS: Record<Base, string> = {
  '/sapi/v1': 'Signing in',
  '/tapi/v1': 'A subscriber’s console',
  '/api/v1': 'The administrator’s console',
  '/mapi/v1': 'The phone',
};

const ERRORS: Record<number, string> = {
  400: 'The input is wrong; `errors` names each field.',
  401: 'No token, one that has ended, or a blocked account.',
  403: 'The caller’s role may not do this, it is switched off, or it needs recent authentication (`code`).',
  404: 'There is no such row.',
  409: 'It cannot be done as things stand; the sentence says why.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many tries; Retry-After says when to try again.',
  503: 'The server cannot do this now; Retry-After says when to try again.',
};

/** Describes every route that is mounted afterwards, and shows the description at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Callpoint', version: '1', description: ABOUT },
      tags: Object.values(TAGS).map((name) => ({ name })),
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'query', name: 'token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (input) => {
      const { url, route } = input;
      const base = (Object.keys(BASES) as Base[]).find((prefix) => url.startsWith(`${prefix}/`));
      const method = [route.method].flat()[0] ?? '';
      const { access, refusal } = route.config ?? {};
      const isCallable =
        base && access !== undefined && (access === 'public' || rolesOf(access, base).length > 0);
      if (!isCallable || method === 'HEAD') return { schema: HIDDEN, url };
      const described = jsonSchemaTransform({
        ...input,
        schema: {
          ...input.schema,
          response: {
            ...successOf(input.schema),
            ...refusals(access, method, refusal, callDoc(method, url)?.refusals),
          },
        },
      });
      return {
        url,
        schema: { ...described.schema, ...documentation(method, url, base, access, described.schema) },
      };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: API_PAGE_POLICY,
    uiConfig: { docExpansion: 'none', displayRequestDuration: true, persistAuthorization: false },
    theme: { title: 'Callpoint API' },
  });
}

function successOf(schema: FastifySchema | undefined): Record<string, unknown> {
  const { 200: success } = (schema?.response ?? {}) as Record<string, unknown>;
  return { 200: success };
}

function refusals(
  access: Access,
  method: string,
  refusal: 'list' | undefined,
  own: Readonly<Record<number, string>> = {},
): Record<string, unknown> {
  const shape = refusal === 'list' ? failureList : failure;
  const statuses = [
    400,
    ...(access === 'public' ? [] : [401, 403]),
    ...(method === 'POST' ? [404, 409, 413, 415] : [404]),
    ...(access === 'public' ? [401, 403, 429, 503] : []),
    ...Object.keys(own).map(Number),
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, shape.describe(own[status] ?? ERRORS[status] ?? '')]),
  );
}

function documentation(method: string, url: string, base: Base, access: Access, schema: unknown): object {
  const doc = callDoc(method, url);
  const roles = access === 'public' ? 'everybody' : rolesOf(access, base).join(', ');
  const { body, querystring } = schema as {
    body?: object;
    querystring?: { properties?: Record<string, object> };
  };
  return {
    summary: doc?.summary ?? '',
    description: [doc?.description, `For: ${roles}.`].filter(Boolean).join('\n\n'),
    tags: [TAGS[base]],
    security: access === 'public' ? [] : [{ token: [] }, { bearer: [] }],
    ...(body ? { body: { ...body, example: doc?.example } } : {}),
    ...(querystring ? { querystring: withExamples(querystring, doc?.example ?? {}) } : {}),
  };
}

function rolesOf(access: Permission, base: Base): string[] {
  const ofBase: readonly string[] = BASES[base];
  return PERMISSIONS[access].filter((role) => ofBase.includes(role)).map((role) => role.replace('_', ' '));
}

function withExamples(
  schema: { properties?: Record<string, object> },
  example: Readonly<Record<string, unknown>>,
) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    name in example ? { ...property, example: example[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
