import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody, requiredLine, requiredName } from './fields.ts';
import { TEXTS } from './texts.ts';

/** Filters of a list under a name, saved for one account. */

/** Maximum saved filters of one account. */
export const MAX_SAVED_FILTERS = 50;
/** Maximum characters of a name. */
const MAX_FILTER_NAME = 60;

/** The lists whose filters can be saved. */
const SAVED_LISTS = [
  'records',
  'button_data',
  'form_data',
  'deliveries',
  'incidents',
  'users',
  'subscribers',
  'plans',
  'audit',
] as const;
export type SavedList = (typeof SAVED_LISTS)[number];
const list = z
  .enum(SAVED_LISTS, { error: `must be one of ${SAVED_LISTS.join(', ')}` })
  .describe('The list that it filters.');
const name = requiredName(MAX_FILTER_NAME);

const savedFilter = z.object({ name: z.string(), query: z.string() });
export type SavedFilter = z.infer<typeof savedFilter>;

const query = requiredLine(1_000)
  .refine((text) => /^[\w\-.~%+=&:*]+$/.test(text), 'must be the query of an address, like messages=failed')
  .describe('The query of the list’s address, like messages=failed&days=7.');

export const savedFilterCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listSavedFilters',
    method: 'GET',
    path: '/savedFilters',
    bases: CONSOLE_BASES,
    permission: 'saved_filter.use',
    query: z.object({ list }),
    response: z.object({ ok: z.literal(true), items: z.array(savedFilter) }),
    summary: 'The caller’s saved filters of a list, by name',
    example: {
      query: { list: 'records' },
      response: { ok: true, items: [{ name: 'Failed this week', query: 'messages=failed' }] },
    },
  }),
  save: defineCall({
    name: 'saveFilter',
    method: 'POST',
    path: '/saveFilter',
    bases: CONSOLE_BASES,
    permission: 'saved_filter.use',
    body: callBody({
      list,
      name: name.describe('Its name: one line, not blank. A filter of the list with this name is replaced.'),
      query,
      replaces: name
        .optional()
        .describe('The name of another filter of the list, which is replaced: to rename it.'),
    }),
    response: doneResponse,
    errors: {
      409: {
        description: `The account has ${MAX_SAVED_FILTERS} saved filters.`,
        msg: `You have ${MAX_SAVED_FILTERS} saved filters. Delete one first.`,
        field: 'name',
      },
    },
    audited: false,
    summary: 'Save, change or rename a filter',
    example: {
      body: { list: 'records', name: 'Failed this week', query: 'messages=failed&days=7' },
      response: { ok: true, msg: TEXTS.updated },
    },
  }),
  delete: defineCall({
    name: 'deleteFilter',
    method: 'POST',
    path: '/deleteFilter',
    bases: CONSOLE_BASES,
    permission: 'saved_filter.use',
    body: callBody({ list, name: name.describe('The name of the filter.') }),
    response: doneResponse,
    audited: false,
    summary: 'Delete a saved filter',
    description: 'A filter that does not exist counts as deleted.',
    example: {
      body: { list: 'records', name: 'Failed this week' },
      response: { ok: true, msg: TEXTS.deleted },
    },
  }),
}));
