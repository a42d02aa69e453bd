import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { createQueryIdSchema } from './fields.ts';
import { MOST_METRIC_MONTHS } from './metric-months.ts';

/** How fast a subscriber's people respond to incidents, by month and button. */

const count = z.number().int();
const milliseconds = z.number().int();

/** By nearest rank: the smallest duration that at least half, or nine of ten, do not exceed. */
const durations = z
  .object({
    count: count.describe('The incidents that have this duration.'),
    median_ms: milliseconds,
    p90_ms: milliseconds,
  })
  .nullable()
  .describe('Null: no incident has it.');
export type Durations = z.infer<typeof durations>;

const figures = z.object({
  incidents: count,
  acknowledged: count.describe('Someone has it, or had it when it was closed.'),
  never_acknowledged: count.describe(
    'Closed, or left without another step, while no one had it, also if an earlier acknowledgment was withdrawn. Incidents that are counted neither here nor in `acknowledged` still wait for an acknowledgment.',
  ),
  unnotified: count.describe(
    'No message reached a provider for anyone except the person who pressed: each failed, is held or was skipped, or none was accepted before the incident was closed or left without another step. They have no `first_message`.',
  ),
  false_alarms: count.describe('Closed with the outcome `false_alarm`.'),
  first_message: durations.describe(
    'From the press to the first message that a provider accepted. The message to the person who pressed is not counted.',
  ),
  first_delivery: durations.describe(
    'From the press to the first delivery that a provider reported. There are no such reports about emails.',
  ),
  acknowledgment: durations.describe(
    'From the press to the acknowledgment; after a withdrawn one, to the next.',
  ),
});
export type IncidentFigures = z.infer<typeof figures>;

/** `all`: of all buttons together. A button without incidents is left out. */
const period = z.object({
  all: figures,
  buttons: z.array(figures.extend({ button_id: count })),
});

const incidentMetrics = z.object({
  zone: z.string().describe('The time zone of the months: the subscriber’s.'),
  total: period.describe('Of all months together.'),
  months: z
    .array(period.extend({ month: z.string().describe('Like 2026-11.') }))
    .describe('The newest first; also months without incidents.'),
});
export type IncidentMetrics = z.infer<typeof incidentMetrics>;

const NONE = {
  incidents: 0,
  acknowledged: 0,
  never_acknowledged: 0,
  unnotified: 0,
  false_alarms: 0,
  first_message: null,
  first_delivery: null,
  acknowledgment: null,
};
const SOME = {
  incidents: 4,
  acknowledged: 3,
  never_acknowledged: 1,
  unnotified: 1,
  false_alarms: 1,
  first_message: { count: 3, median_ms: 900, p90_ms: 2100 },
  first_delivery: { count: 3, median_ms: 3400, p90_ms: 5200 },
  acknowledgment: { count: 3, median_ms: 73_000, p90_ms: 190_000 },
};

export const incidentMetricCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getIncidentMetrics',
    method: 'GET',
    path: '/incidentMetrics',
    bases: CONSOLE_BASES,
    permission: 'incident.list',
    query: z.object({
      team_id: createQueryIdSchema(
        'The id of the subscriber: required for an administrator; a subscriber may send its own id.',
      ).optional(),
      months: z
        .string()
        .regex(/^\d{1,2}$/, 'must be a number')
        .transform(Number)
        .refine(
          (months) => months >= 1 && months <= MOST_METRIC_MONTHS,
          `must be from 1 to ${MOST_METRIC_MONTHS}`,
        )
        .default(MOST_METRIC_MONTHS)
        .describe(`How many calendar months, with the current one; at most ${MOST_METRIC_MONTHS}.`),
      drills: z
        .enum(['yes', 'no'], { error: 'must be yes or no' })
        .default('no')
        .describe('The figures of drills, or of real incidents.'),
    }),
    response: z.object({ ok: z.literal(true), data: incidentMetrics }),
    errors: {
      404: {
        description: 'There is no such subscriber.',
        msg: 'The subscriber does not exist.',
        field: 'team_id',
      },
    },
    summary: 'Response times of incidents, by month and button',
    description:
      'Counted from when the server stored the press, in calendar months of the subscriber’s time zone. Drills are counted separately. Medians and 90th percentiles are by nearest rank.',
    example: {
      query: { team_id: '1', months: '2', drills: 'no' },
      response: {
        ok: true,
        data: {
          zone: 'America/Denver',
          total: { all: SOME, buttons: [{ button_id: 5, ...SOME }] },
          months: [
            { month: '2026-11', all: SOME, buttons: [{ button_id: 5, ...SOME }] },
            { month: '2026-10', all: NONE, buttons: [] },
          ],
        },
      },
    },
  }),
}));
