import { z } from 'zod';
import { CHANNELS } from './channels/channels.ts';
import { MESSAGE_STATES } from './deliveries.ts';
import { doneResponse } from './errors.ts';
import { escalationPolicy } from './escalation.ts';
import {
  callBody,
  createIdSchema,
  createQueryIdSchema,
  location,
  optionalText,
  querySearch,
  requiredText,
  timestamp,
} from './fields.ts';
import { createInputCheck } from './input-check.ts';
import { INCIDENT_LIMITS, INCIDENT_OUTCOMES, INCIDENT_STATES } from './incident-states.ts';
import { listQuery, type ListSpec } from './paging.ts';
import { submitter } from './submissions.ts';

/** Incidents: presses that someone must acknowledge. */

/** Where an answer came from. `link`: the page behind a personal link. */
export const ANSWER_SOURCES = ['link', 'sms', 'voice', 'console', 'phone'] as const;
export type AnswerSource = (typeof ANSWER_SOURCES)[number];

/** A person who answered. `role`: an account's role, or the group through which a recipient was notified. */
export const responder = z.object({
  name: z.string(),
  via: z.enum(ANSWER_SOURCES),
  phone: z.string().nullable(),
  role: z.string(),
});
export type Responder = z.infer<typeof responder>;

/** What happened, in order. `data` depends on the kind. */
export const INCIDENT_EVENTS = [
  /** The press: { is_drill }, and { check_in } if the server raised it because a check-in was not answered. */
  'opened',
  /** A step of the escalation started: { run, round, step, reason: due | undelivered | declined, messages, skipped }. */
  'step',
  /** { answer: have | cannot, eta_minutes } by `actor`; { is_offer } if someone else had it, so that they only offered to help. */
  'answered',
  /** { state } */
  'progressed',
  /** { text } */
  'note',
  /** The person says that they are safe: { reason }. The incident stays open. */
  'safe',
  /** The phone sent a better location: { location }. */
  'moved',
  /** No step is left and no one acknowledged. */
  'unanswered',
  /** { outcome, note } */
  'closed',
] as const;
export type IncidentEventKind = (typeof INCIDENT_EVENTS)[number];

export const incidentEvent = z.object({
  seq: z.number().int(),
  at: timestamp,
  kind: z.enum(INCIDENT_EVENTS),
  actor: responder.nullable(),
  data: z.record(z.string(), z.unknown()),
  /** SHA-256 over the previous event's hash and this event; see docs/incidents.md. */
  hash: z.string(),
});
export type IncidentEvent = z.infer<typeof incidentEvent>;

/** One message about an incident, with its delivery status and its recipient's answer. */
export const incidentMessage = z.object({
  delivery_id: z.number().int(),
  /** The step; 0: the messages of the press; null: news for everyone who was notified. */
  run: z.number().int().nullable(),
  channel: z.enum(CHANNELS),
  role: z.string(),
  person: z.number().int().describe('The same for all messages of this incident to one person.'),
  /** The recipient's name, if it is known. */
  name: z.string().nullable(),
  address: z.string(),
  state: z.enum(MESSAGE_STATES),
  reason: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  answer: z.enum(['have', 'cannot']).nullable(),
  answered_at: timestamp.nullable(),
  /** The recipient has the incident. Others whose answer is `have` offered to help. */
  is_owner: z.boolean(),
});
export type IncidentMessage = z.infer<typeof incidentMessage>;

const isMine = z
  .boolean()
  .describe('The caller owns the incident. The owner may have the same name as another person.');

/** A row of the list and of the board. */
export const incident = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  account_name: z.string(),
  button_click_id: z.number().int(),
  button_id: z.number().int(),
  is_drill: z.boolean(),
  state: z.enum(INCIDENT_STATES),
  opened_at: timestamp,
  /** The owner: who acknowledged it first. */
  owner: responder.nullable(),
  acknowledged_at: timestamp.nullable(),
  eta_at: timestamp.nullable(),
  on_the_way_at: timestamp.nullable(),
  arrived_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  outcome: z.enum(INCIDENT_OUTCOMES).nullable(),
  /** When the person said that they are safe. */
  safe_at: timestamp.nullable(),
  /** When no step was left; administrators were notified. */
  unanswered_at: timestamp.nullable(),
  is_unnotified: z
    .boolean()
    .describe(
      'No one has acknowledged it, and no message has notified anyone else than the person: each failed, is held or was skipped, or none was accepted in time.',
    ),
  /** When the next step starts unless someone acknowledges; null: none will. */
  next_step_at: timestamp.nullable(),
  location: location.nullable(),
  app_user: submitter,
});
export type Incident = z.infer<typeof incident>;

export const upcomingStep = z.object({
  run: z.number().int(),
  by: z.array(z.enum(CHANNELS)).describe('The channels over which it can reach someone; empty if it can’t.'),
  problem: z.string().describe('Why it can’t reach anyone; empty if it can.'),
  lacks_contacts: z
    .boolean()
    .describe('It can’t reach anyone, and safety contacts lack an address for its channels.'),
});
export type UpcomingStep = z.infer<typeof upcomingStep>;

export const incidentDetails = incident.extend({
  is_mine: isMine,
  has_record: z.boolean().describe('False after the record of the press was deleted. The incident stays.'),
  note: z.string(),
  /** The policy that applied at the press. */
  /** Whom to call in an emergency, e.g. `911`. */
  emergency_number: z.string(),
  policy: escalationPolicy,
  /** The number of steps that have started; see `planRuns` in @callpoint/alerts. */
  run: z.number().int(),
  upcoming: z
    .array(upcomingStep)
    .describe('The steps that start unless someone acknowledges, as they would start now.'),
  earlier_locations: z.array(location),
  events: z.array(incidentEvent),
  messages: z.array(incidentMessage),
});
export type IncidentDetails = z.infer<typeof incidentDetails>;

export const incidentList = {
  sort: ['id', 'opened_at', 'urgency', 'waiting'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the incident with this id.'),
    team_id: createQueryIdSchema('Only incidents of the subscriber with this id.'),
    button_id: createQueryIdSchema('Only incidents of this button.'),
    button_click_id: createQueryIdSchema('Only the incident of the press with this id.'),
    open: z
      .enum(['yes', 'no'], { error: 'must be yes or no' })
      .describe('`yes`: only incidents that are not closed; `no`: closed ones.'),
    drill: z
      .enum(['yes', 'no'], { error: 'must be yes or no' })
      .describe('Only drills, or only real incidents.'),
    expected: z
      .enum(['yes'], { error: 'must be yes' })
      .describe('Only incidents whose responder gave a time of arrival, and has not arrived.'),
    search: querySearch(
      'Only incidents with this text in the name, email address or phone number of the person, in the name of the responder, or in the closing note. Also the incident with this id or record id.',
    ),
  },
  filterIns: {},
} as const satisfies ListSpec;

/** The orders of the bar and the board. Only open incidents have an index for them. */
const ORDERS_OF_OPEN: readonly unknown[] = ['urgency', 'waiting'];

export const incidentQuery = listQuery(incidentList).check(
  createInputCheck((given) => {
    const { sort, filter_open } = given as { sort?: unknown; filter_open?: unknown };
    return ORDERS_OF_OPEN.includes(sort) && filter_open !== 'yes'
      ? [{ path: ['sort'], message: 'must be id or opened_at without filter_open=yes' }]
      : [];
  }),
);

const id = createIdSchema('the incident');
const eta = z
  .int({ error: 'must be a whole number of minutes' })
  .min(0, 'must be at least 0 minutes')
  .max(INCIDENT_LIMITS.eta, `must be at most ${INCIDENT_LIMITS.eta} minutes`)
  .nullish()
  .describe('Minutes until the person is there.');

export const answerIncidentBody = callBody({
  id,
  answer: z
    .enum(['have', 'cannot'], { error: 'must be have or cannot' })
    .describe('`have`: acknowledge; `cannot`: the person can’t help.'),
  eta_minutes: eta,
});
export const progressIncidentBody = callBody({
  id,
  state: z
    .enum(['on_the_way', 'arrived'], { error: 'must be on_the_way or arrived' })
    .describe(
      'Never earlier than the present state. Only the owner reports it; if no one has the incident, the caller acknowledges it with this.',
    ),
});
export const closeIncidentBody = callBody({
  id,
  outcome: z
    .enum(INCIDENT_OUTCOMES, { error: `must be one of ${INCIDENT_OUTCOMES.join(', ')}` })
    .describe('How it ended: a drill as `drill` or `other`, a real incident never as `drill`.'),
  note: optionalText(INCIDENT_LIMITS.note).optional().describe('What happened, in words.'),
});
export const noteIncidentBody = callBody({
  id,
  text: requiredText(INCIDENT_LIMITS.note).describe('The note.'),
});

/** The response to an answer: who owns the incident now, who may be someone else. */
export const answeredResponse = doneResponse.extend({
  data: z.object({ state: z.enum(INCIDENT_STATES), owner: responder.nullable(), is_mine: isMine }),
});
