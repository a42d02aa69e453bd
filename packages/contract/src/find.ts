import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { querySearch, timestamp } from './fields.ts';

/** One search in people, safety contacts, records, subscribers and messages. */

/** Maximum results of each kind. */
export const FOUND_OF_EACH = 5;

const id = z.number().int();
const found = z.object({
  people: z.array(z.object({ id, team_id: id, name: z.string(), email: z.string() })),
  contacts: z
    .array(
      z.object({
        position: id.describe('Its place in the list, from 1.'),
        name: z.string(),
        email: z.string(),
        phone: z.string(),
      }),
    )
    .describe('Safety contacts: a subscriber finds its own, an administrator those of the platform.'),
  records: z.array(
    z.object({
      kind: z.enum(SUBMISSION_KINDS),
      id,
      item_id: id,
      team_id: id,
      name: z.string(),
      created_at: timestamp,
    }),
  ),
  subscribers: z.array(z.object({ id, account_name: z.string(), email: z.string() })),
  messages: z.array(
    z.object({
      id,
      address: z.string(),
      subject: z.string().nullable(),
      state: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type Found = z.infer<typeof found>;

export const findCalls = defineCalls(() => ({
  find: defineCall({
    name: 'find',
    method: 'GET',
    path: '/find',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: z.object({
      search: querySearch('Text in a name, email address, phone number, form or subject, or an id.'),
    }),
    response: z.object({ ok: z.literal(true), data: found }),
    summary: 'People, safety contacts, records, subscribers and messages with a text',
    description: `At most ${FOUND_OF_EACH} of each kind, the newest first; subscribers whose account name starts with the text are before others. A subscriber finds only its own, and no subscribers.`,
    example: {
      query: { search: 'ann' },
      response: {
        ok: true,
        data: {
          people: [{ id: 1, team_id: 1, name: 'Ann Lee', email: 'ann@example.com' }],
          contacts: [{ position: 1, name: 'Ann Ortiz', email: 'ortiz@example.com', phone: '+13035550141' }],
          records: [
            { kind: 'button', id: 1, item_id: 5, team_id: 1, name: 'Ann Lee', created_at: EXAMPLE_TIME },
          ],
          subscribers: [],
          messages: [
            {
              id: 1,
              address: 'ann@example.com',
              subject: 'Emergency: Ann Lee',
              state: 'sent',
              created_at: EXAMPLE_TIME,
            },
          ],
        },
      },
    },
  }),
}));
