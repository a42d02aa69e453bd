import { BASES, type Base } from '@callpoint/contract/bases';
import type { Call, ErrorStatus } from '@callpoint/contract/call';
import { errorBody, getCallErrors, type CallFailure } from '@callpoint/contract/call-errors';
import { operationId } from '@callpoint/contract/calls';
import { failure, failureList } from '@callpoint/contract/errors';
import { PERMISSIONS } from '@callpoint/contract/permissions';
import { z } from 'zod';

/** Completes the generated OpenAPI description from the declarations of the calls. */

/** The call of an operation. Keys: method and path, e.g. `get /api/v1/account`. */
export type Routes = Map<string, { call: Call; base: Base }>;

type Schema = Record<string, unknown>;
type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Response =
  | { description: string; headers?: Record<string, { $ref: string }>; content: Content }
  | { $ref: string };

/** An operation, before and after its completion. */
export type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};

export const TAGS: Readonly<Record<Base, { name: string; description: string }>> = {
  '/sapi/v1': {
    name: 'Logging in',
    description: 'Logging in, signing up, and forgotten passwords. No token.',
  },
  '/tapi/v1': {
    name: 'A subscriber’s console',
    description: 'Calls of a subscriber on its own rows, with a subscriber’s token.',
  },
  '/api/v1': {
    name: 'The administrator’s console',
    description: 'Calls of administrators on all rows, and of subscribers on their own rows.',
  },
  '/mapi/v1': { name: 'The phone', description: 'Calls of the phone, with an app user’s token.' },
};

const RESPONSE_NAMES: Readonly<Record<ErrorStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A new random value for each row to create, 16 to 200 characters. A repeated call with the same value within 24 hours creates nothing. It gets the response of the first call; where that has the row, it also has `repeated`.',
  required: false,
  schema: { type: 'string', example: '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11' },
};

const HEADERS = {
  RetryAfter: {
    description: 'The seconds to wait. Absent if waiting does not help.',
    schema: { type: 'integer', minimum: 1, example: 5 },
  },
};

/** The statuses of calls that may be repeated later. */
const LATER: readonly ErrorStatus[] = [429, 503];

const SCHEMAS = { Failure: toJson(failure), FailureList: toJson(failureList) };

function toJson(schema: z.ZodType): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    // Written like the generator of the other schemas writes a constant.
    override: ({ jsonSchema }) => {
      if (jsonSchema.const === undefined) return;
      jsonSchema.enum = [jsonSchema.const];
      delete jsonSchema.const;
    },
  });
  return json;
}

/** False if no role of the base may make the call: the base's description then omits it. */
export function isCallable(call: Call, base: Base): boolean {
  return call.permission === 'public' || rolesOf(call, base).length > 0;
}

function rolesOf({ permission }: Call, base: Base): string[] {
  if (permission === 'public') return ['everyone'];
  const ofBase: readonly string[] = BASES[base];
  return PERMISSIONS[permission]
    .filter((role) => ofBase.includes(role))
    .map((role) => role.replace('_', ' '));
}

/** Completes every operation; returns the components that the operations refer to. */
export function describeOperations(
  paths: Readonly<Record<string, Record<string, Operation>>>,
  routes: Routes,
) {
  const responses: Record<string, Response> = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const route = routes.get(`${method} ${path}`);
      if (!route) throw new Error(`${method} ${path} is described but not declared`);
      const { call, base } = route;
      const errors = getCallErrors(call, base);
      describe(operation, call, base);
      for (const error of errors) {
        operation.responses[error.status] = errorResponse(error, call.errorShape, responses);
      }
    }
  }
  return { schemas: SCHEMAS, headers: HEADERS, responses };
}

function describe(operation: Operation, call: Call, base: Base): void {
  const { example, streams = 'application/json' } = call;
  if (call.idempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  const { operationId: _, parameters, requestBody, responses, ...rest } = operation;
  const schema = contentOf(responses['200']);
  const query = (example.query ?? {}) as Record<string, unknown>;
  const body = requestBody?.content[call.receives ?? 'application/json'];
  if (body) body.example = example.body;
  for (const parameter of parameters ?? []) {
    if (parameter.name in query) parameter.schema['example'] = query[parameter.name];
  }
  // In the order in which people read them.
  for (const name of Object.keys(operation)) delete operation[name as keyof Operation];
  Object.assign(operation, {
    operationId: operationId(call, base),
    summary: call.summary,
    description: [call.description, `For: ${rolesOf(call, base).join(', ')}.`].filter(Boolean).join('\n\n'),
    tags: [TAGS[base].name],
    security: call.permission === 'public' ? [] : [{ token: [] }, { bearer: [] }],
    ...rest,
    ...(parameters ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      200: {
        description: call.response.description ?? 'Success.',
        content: { [streams]: { schema, example: example.response } },
      },
    },
  });
}

function contentOf(response: Response | undefined): Schema | undefined {
  return response && 'content' in response ? response.content['application/json']?.schema : undefined;
}

/** An error that all calls describe in the same way is a shared component. */
function errorResponse(
  error: CallFailure,
  shape: Call['errorShape'],
  shared: Record<string, Response>,
): Response {
  const schema = { $ref: `#/components/schemas/${shape === 'list' ? 'FailureList' : 'Failure'}` };
  const response = {
    description: error.description,
    ...(LATER.includes(error.status)
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: { 'application/json': { schema, example: errorBody(error, shape) } },
  };
  if (!error.isCommon) return response;
  const name = `${RESPONSE_NAMES[error.status]}${shape === 'list' ? 'List' : ''}`;
  shared[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}
