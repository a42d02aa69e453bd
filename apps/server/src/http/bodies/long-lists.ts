import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Slices } from '../../scheduling/slices.ts';

/** Responses with more rows are written in slices. */
const LONG = 50;

/** The usual response of a list. */
type ListResponse = { items: unknown[] };

/**
 * Writes the responses of long lists in slices of time. Checking and writing 500 rows of long texts in one tick would
 * block the event loop for hundreds of milliseconds. The response is the same as that of the usual serializer.
 */
export function writeLongListsInSlices(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (!isLongList(payload)) return payload;
    const schema = (request.routeOptions.schema?.response as Record<string, unknown> | undefined)?.[
      reply.statusCode
    ];
    if (!(schema instanceof z.ZodObject) || !(schema.shape['items'] instanceof z.ZodArray)) return payload;
    const item = schema.shape['items'].element as z.ZodType;
    const slices = new Slices();
    const items: string[] = [];
    for (const one of payload.items) {
      items.push(JSON.stringify(z.encode(item, one)));
      await slices.pause();
    }
    const frame = JSON.stringify(z.encode(schema, { ...payload, items: [] }));
    void reply.serializer((text: string) => text);
    // All field names are ours, so this text occurs only as the empty list of items.
    return frame.replace('"items":[]', () => `"items":[${items.join(',')}]`);
  });
}

function isLongList(payload: unknown): payload is ListResponse {
  const { items } = (payload ?? {}) as Partial<ListResponse>;
  return Array.isArray(items) && items.length > LONG;
}
