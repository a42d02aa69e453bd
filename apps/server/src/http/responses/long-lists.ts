import { z } from 'zod';
import { LONG_PAGE } from '../../db/lists/paged-list.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { filterResponse } from './response-filter.ts';

/** Items that are serialized at once: with texts of the maximum length, this takes a few milliseconds. */
const PORTION = 20;

type LongList = { items: readonly unknown[] } & Record<string, unknown>;

/** The schema of the items of a list call's response; null for other calls. */
export function itemSchemaOf(response: z.ZodType): z.ZodType | null {
  const items = response instanceof z.ZodObject ? response.shape['items'] : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : null;
}

/** Whether a response has so many items that serializing them at once could block the event loop. */
export function isLongList(response: unknown): response is LongList {
  const items = (response as Partial<LongList> | undefined)?.items;
  return Array.isArray(items) && items.length > LONG_PAGE;
}

/**
 * The JSON of a long list in UTF-8, with only the declared fields. Other calls run between its portions.
 * @param schema of the response
 * @param itemSchema of each of its items
 */
export async function serializeInPortions(
  list: LongList,
  schema: z.ZodType,
  itemSchema: z.ZodType,
): Promise<Buffer> {
  const { items: _, ...others } = filterResponse(schema, { ...list, items: [] }) as LongList;
  const parts = [Buffer.from(`${JSON.stringify(others).slice(0, -1)},"items":[`)];
  for (let from = 0; from < list.items.length; from += PORTION) {
    const portion = list.items.slice(from, from + PORTION);
    const texts = portion.map((item) => JSON.stringify(filterResponse(itemSchema, item)));
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${texts.join(',')}`));
    await yieldToPresses();
  }
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
}
