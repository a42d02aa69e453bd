import { z } from 'zod';
import { SUBMISSION_KINDS } from './catalogue.ts';
import { done } from './errors.ts';
import { callBody, id, location, moment, queryId, queryMoment } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** What app users sent in: button presses and forms. */

export const submitter = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
});

const common = {
  id: z.number().int(),
  team_id: z.number().int(),
  created_at: moment,
  location: location.nullable(),
  /** When the phone says that it was pressed; null where it did not say. */
  pressed_at: moment.nullable(),
  /** What the phone showed in answer. */
  screen_text: z.string(),
  app_user: submitter.optional().describe('With `related=app_user`.'),
};

/** `no`: the emergencies that nobody has opened yet. `yes`: those that somebody has. */
const openedFilter = z.enum(['yes', 'no'], { error: 'must be yes or no' });

export const buttonClickList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: queryId,
    button_id: queryId,
    team_id: queryId,
    opened: openedFilter,
    from: queryMoment,
    to: queryMoment,
  },
  filterIns: {},
} as const satisfies ListSpec;
export const buttonClicksQuery = listQuery(buttonClickList);
export const buttonClick = z.object({
  ...common,
  button_id: z.number().int(),
  /** Of emergencies: when somebody first opened it, and with which role; of other buttons always null. */
  opened_at: moment.nullable(),
  opened_by: z.enum(['admin', 'team']).nullable(),
});
export type ButtonClick = z.infer<typeof buttonClick>;
export const buttonClicksResponse = listResponse(buttonClick);

export const formSubmissionList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: { id: queryId, f_id: queryId, team_id: queryId, from: queryMoment, to: queryMoment },
  filterIns: {},
} as const satisfies ListSpec;
export const formSubmissionsQuery = listQuery(formSubmissionList);
export const formSubmission = z.object({
  ...common,
  f_id: z.number().int(),
  company: z.string(),
  message: z.string(),
  other_data: z.string().describe('Forms 2 and 3: the type. Form 1: a JSON list of picture addresses.'),
});
export type FormSubmission = z.infer<typeof formSubmission>;
export const formSubmissionsResponse = listResponse(formSubmission);

export const deleteSubmission = callBody({ id });

export const openSubmission = callBody({ id });
export const openedResponse = done.extend({ data: z.object({ opened_at: moment }) });

/** What a subscriber has of each button and form: how many, and when the last came in. */
export const submissionSummaryQuery = z.object({ team_id: queryId });
const itemSummary = z.object({
  kind: z.enum(SUBMISSION_KINDS),
  item_id: z.number().int(),
  total: z.number().int(),
  last_at: moment.nullable(),
});
export type ItemSummary = z.infer<typeof itemSummary>;
/** In the order in which menus list them, buttons first. */
export const submissionSummaryResponse = z.object({
  ok: z.literal(true),
  data: z.object({ items: z.array(itemSummary) }),
});
