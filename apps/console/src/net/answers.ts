import type { Pagination } from '@callpoint/contract/paging';

/** The shapes of answers that many calls share. */

export type ListAnswer<Item> = { ok: true; items: Item[]; pagination: Pagination };

export type DataAnswer<Data> = { ok: true; data: Data };

/** Of a call that changed something. */
export type DoneAnswer = { ok: true; msg: string };

/** Of a call that changed a row: its new version. */
export type UpdatedAnswer = DataAnswer<{ updated_at: string }>;
