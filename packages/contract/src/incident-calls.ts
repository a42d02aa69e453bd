import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  EXAMPLE_LATER_TIME,
  EXAMPLE_LOCATION,
  EXAMPLE_PAGE,
  EXAMPLE_PAGINATION,
  EXAMPLE_SUBMITTER,
  EXAMPLE_TIME,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { createQueryIdSchema } from './fields.ts';
import { INCIDENT_LIMITS } from './incident-states.ts';
import { listResponse } from './paging.ts';
import {
  answerIncidentBody,
  answeredResponse,
  closeIncidentBody,
  incident,
  incidentDetails,
  incidentQuery,
  noteIncidentBody,
  progressIncidentBody,
  type Incident,
  type Responder,
} from './incidents.ts';

const EXAMPLE_OWNER: Responder = { name: 'Maria Ortiz', via: 'link', phone: '+13035550141', role: 'team' };
const EXAMPLE: Incident = {
  id: 1,
  team_id: 1,
  account_name: 'Ridgeline Builders',
  button_click_id: 1,
  button_id: 5,
  is_drill: false,
  state: 'open',
  opened_at: EXAMPLE_TIME,
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
  closed_at: null,
  outcome: null,
  safe_at: null,
  unanswered_at: null,
  is_unnotified: false,
  next_step_at: EXAMPLE_LATER_TIME,
  location: EXAMPLE_LOCATION,
  app_user: EXAMPLE_SUBMITTER,
};

const MISSING = {
  404: { description: 'There is no such incident.', msg: 'The incident does not exist.', field: 'id' },
} as const;
const CLOSED = {
  ...MISSING,
  409: {
    description:
      'The incident is closed, it is the caller’s own, someone else has it, or the outcome is not possible for it.',
    msg: 'This incident is closed.',
    field: 'id',
  },
} as const;

/** Calls of incidents. */
export const incidentCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listIncidents',
    method: 'GET',
    path: '/listPaged/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.list',
    query: incidentQuery,
    response: listResponse(incident),
    subject: 'incident',
    summary: 'Presses that someone must acknowledge',
    example: {
      query: { ...EXAMPLE_PAGE, filter_open: 'yes' },
      response: { ok: true, items: [EXAMPLE], pagination: EXAMPLE_PAGINATION },
    },
  }),
  read: defineCall({
    name: 'getIncident',
    method: 'GET',
    path: '/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.list',
    query: z.object({ id: createQueryIdSchema('The incident.') }),
    response: z.object({ ok: z.literal(true), data: incidentDetails }),
    errors: MISSING,
    subject: 'incident',
    summary: 'One incident with its timeline and its messages',
    example: {
      query: { id: '1' },
      response: {
        ok: true,
        data: {
          ...EXAMPLE,
          is_mine: false,
          note: '',
          has_record: true,
          policy: {
            needs_answer: true,
            steps: [{ after: 3, to: [{ kind: 'team' }], by: ['sms'] }],
            repeat: { times: 0, every: 20 },
            procedure: 'Call the person.',
          },
          emergency_number: '911',
          run: 0,
          upcoming: [
            { run: 1, by: [], problem: 'SMS is not configured on this server.', lacks_contacts: false },
          ],
          earlier_locations: [],
          events: [
            {
              seq: 1,
              at: EXAMPLE_TIME,
              kind: 'opened',
              actor: null,
              data: {},
              hash: '9f86d081884c7d659a2feaa0c55ad015',
            },
          ],
          messages: [],
        },
      },
    },
  }),
  answer: defineCall({
    name: 'answerIncident',
    method: 'POST',
    path: '/answer/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.answer',
    body: answerIncidentBody,
    response: answeredResponse,
    errors: CLOSED,
    subject: 'incident',
    summary: 'Acknowledge an incident, or say that you can’t',
    description:
      'The first person who acknowledges owns the incident: no further step of its escalation starts. The response names the owner, who may be someone else. `cannot` does not stop the escalation.',
    example: {
      body: { id: 1, answer: 'have', eta_minutes: 10 },
      response: {
        ok: true,
        msg: 'You have it.',
        data: { state: 'acknowledged', owner: EXAMPLE_OWNER, is_mine: true },
      },
    },
  }),
  progress: defineCall({
    name: 'progressIncident',
    method: 'POST',
    path: '/progress/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.answer',
    body: progressIncidentBody,
    response: doneResponse,
    errors: CLOSED,
    subject: 'incident',
    summary: 'Say that someone is on the way or has arrived',
    example: { body: { id: 1, state: 'on_the_way' }, response: { ok: true, msg: 'On the way.' } },
  }),
  close: defineCall({
    name: 'closeIncident',
    method: 'POST',
    path: '/close/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.answer',
    body: closeIncidentBody,
    response: doneResponse,
    errors: CLOSED,
    subject: 'incident',
    summary: 'Close an incident with its outcome',
    example: {
      body: { id: 1, outcome: 'helped', note: 'Sprained ankle, taken home.' },
      response: { ok: true, msg: 'Closed.' },
    },
  }),
  addNote: defineCall({
    name: 'addIncidentNote',
    method: 'POST',
    path: '/note/incident',
    bases: CONSOLE_BASES,
    permission: 'incident.answer',
    body: noteIncidentBody,
    idempotent: true,
    response: doneResponse,
    errors: {
      ...MISSING,
      409: {
        description: `The incident has ${INCIDENT_LIMITS.notes} notes, or the idempotency key was used before, with another body.`,
        msg: `An incident can have ${INCIDENT_LIMITS.notes} notes.`,
        field: 'id',
      },
    },
    subject: 'incident',
    summary: 'Add a note to an incident',
    description: 'Notes are not changed or deleted. They may be added after the incident was closed, too.',
    example: { body: { id: 1, text: 'Gate B is open.' }, response: { ok: true, msg: 'Added.' } },
  }),
}));
