import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_PAGINATION, EXAMPLE_PAGE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { createQueryIdSchema, timestamp } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** The version history of settings (with contacts), plans and the configuration: who changed what, and when. */

export const VERSION_SUBJECTS = ['settings', 'config', 'plan'] as const;
export type VersionSubject = (typeof VERSION_SUBJECTS)[number];

/** Versions that are stored for each row; older ones are deleted with the next save. */
export const STORED_VERSIONS = 50;

const subject = z.enum(VERSION_SUBJECTS, { error: `must be one of ${VERSION_SUBJECTS.join(', ')}` });

export const versionList = {
  sort: ['id'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the version with this id.'),
    subject: subject.describe('Only versions of this kind of row.'),
    subject_id: createQueryIdSchema('Only versions of the row with this id: send `filter_subject` too.'),
  },
  filterIns: {
    subject_id: createQueryIdSchema('Only versions of the rows with these ids: send `filter_subject` too'),
  },
} as const satisfies ListSpec;
const versionQuery = listQuery(versionList);

const value = z.union([z.string(), z.number(), z.null()]);

export const version = z.object({
  id: z.number().int(),
  subject,
  subject_id: z.number().int(),
  at: timestamp,
  actor_role: z.string(),
  actor_id: z.number().int().nullable(),
  /** The name of the person who saved; null if it is not known. */
  actor: z.string().nullable(),
  /** The value of each changed field before and after. `old` is null for a new row. Secrets: their last four characters. */
  changes: z.record(z.string(), z.object({ old: value, new: value })),
});
export type Version = z.infer<typeof version>;
const versionResponse = listResponse(version);

const defaultValueQuery = z.looseObject({
  subject: z
    .enum(['settings', 'config'], { error: 'must be settings or config' })
    .describe('The kind of row.'),
  id: createQueryIdSchema('The row.'),
});
const defaultValueResponse = z.object({ ok: z.literal(true), data: z.object({ value: z.string() }) });

export const versionCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listVersions',
    method: 'GET',
    path: '/listPaged/version',
    bases: CONSOLE_BASES,
    permission: 'version.list',
    query: versionQuery,
    response: versionResponse,
    subject: 'settings',
    summary: 'Earlier versions of settings, plans and the configuration',
    description: `Newest first. The newest ${STORED_VERSIONS} versions of each row are stored. To restore a version, save its value with the usual call.`,
    example: {
      query: { ...EXAMPLE_PAGE, filter_subject: 'settings', filter_id: '1' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            subject: 'settings',
            subject_id: 1,
            at: EXAMPLE_TIME,
            actor_role: 'team',
            actor_id: 1,
            actor: 'Maria Lopez',
            changes: {
              setting_value: { old: 'safety@example.com', new: 'safety@example.com, maria@example.com' },
            },
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  defaultValue: defineCall({
    name: 'getDefaultValue',
    method: 'GET',
    path: '/defaultValue',
    bases: CONSOLE_BASES,
    permission: 'version.list',
    query: defaultValueQuery,
    response: defaultValueResponse,
    subject: 'settings',
    summary: 'The default of a setting or of a configuration value',
    description: 'The value that a new subscriber with the same email and phone would have.',
    example: {
      query: { subject: 'settings', id: '1' },
      response: { ok: true, data: { value: 'In immediate danger, call 911 first.' } },
    },
  }),
}));
