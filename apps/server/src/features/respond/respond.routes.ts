import {
  INCIDENT_LIMITS,
  INCIDENT_OUTCOMES,
  type IncidentOutcome,
} from '@callpoint/contract/incident-states';
import { RESPOND_PATH } from '@callpoint/contract/respond-link';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import type { LinkLimits } from '../../http/admission/rate-limit.ts';
import { formBodiesOnly, type FormFields } from '../../http/bodies/form-bodies.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { rejectionOf } from '../../http/errors/error-responses.ts';
import { RESPOND_POLICY } from '../../http/pages/content-security.ts';
import { OFTEN } from '../../incidents/answers/answer.ts';
import {
  closeIncident,
  recordProgress,
  SOMEONE_ELSE,
  WRONG_OUTCOME,
} from '../../incidents/answers/follow-up.ts';
import { alarmsClosed, incidentChanged, isOwnedBy, saveIn } from '../../incidents/incident-row.ts';
import { findLink, type LinkedResponder } from '../../incidents/answers/links.ts';
import { hashLinkToken } from '../../incidents/answers/personal-links.ts';
import { OWN_INCIDENT, type RecipientAnswers } from '../../incidents/answers/recipient-answers.ts';
import { phoneOf, responderOf } from '../../incidents/answers/responder.ts';
import { readRespondData } from './respond-data.ts';
import { readAnswer } from './respond-recipients.ts';
import { expiredPage, problemPage, respondPage } from './respond-page.ts';

export type RespondDependencies = {
  incidents: IncidentsDb;
  answers: RecipientAnswers;
  live: Pick<LiveEvents, 'publish'>;
  /** Called after an answer that changed who has the incident, or when they arrive. */
  onAnswered: (incidentId: number) => void;
  mapsUrl: string;
  limits: LinkLimits;
};

/** The longest token that is looked up. */
const MAX_TOKEN = 64;

const ACTIONS = [
  z.object({
    action: z.literal('have'),
    eta: z
      .string()
      .regex(/^\d{0,4}$/, 'Enter the minutes as a number.')
      .refine(
        (value) => !(Number(value) > INCIDENT_LIMITS.eta),
        `Enter at most ${INCIDENT_LIMITS.eta} minutes.`,
      )
      .optional(),
  }),
  z.object({ action: z.literal('cannot') }),
  z.object({ action: z.literal('on_the_way') }),
  z.object({ action: z.literal('arrived') }),
  z.object({
    action: z.literal('close'),
    outcome: z.enum(INCIDENT_OUTCOMES, { error: 'Choose what happened.' }),
    note: z
      .string()
      // Browsers send each line break as two characters.
      .overwrite(withLineBreaks)
      .max(INCIDENT_LIMITS.note, `Enter at most ${INCIDENT_LIMITS.note} characters.`)
      .optional(),
  }),
] as const;
const action = z.discriminatedUnion('action', ACTIONS, { error: 'Choose what you want to do.' });
type Action = z.infer<typeof action>;

/**
 * The page behind a personal link: who needs help, and how to answer. It works without an account and without scripts.
 * Opening it changes nothing, because mail scanners open links; only its forms do.
 */
export function respondRoutes(
  app: FastifyInstance,
  { incidents, answers, live, onAnswered, mapsUrl, limits }: RespondDependencies,
): void {
  formBodiesOnly(app);
  // People read errors here, not clients.
  app.setErrorHandler(async (error: Error, request, reply) => {
    const { status, message, retryAfter } = rejectionOf(error, request);
    if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
    return await page(reply, problemPage(message), status);
  });

  const find = (token: string) =>
    token.length > MAX_TOKEN ? null : findLink(incidents, hashLinkToken(token), new Date());

  async function show(
    reply: FastifyReply,
    linked: LinkedResponder,
    notice: Parameters<typeof respondPage>[1],
    status = 200,
  ): Promise<FastifyReply> {
    const data = await readRespondData(incidents, linked, { mapsUrl });
    return await page(reply, respondPage(data, notice, new Date()), status);
  }

  app.get<{ Params: { token: string } }>(`/${RESPOND_PATH}/:token`, async (request, reply) => {
    const linked = await find(request.params.token);
    return linked ? await show(reply, linked, null) : await unknown(request, reply);
  });

  async function unknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (await limits.isGuessing(request)) throw new CallError(429, TOO_MANY, [], 60);
    return await page(reply, expiredPage(), 404);
  }

  app.post<{ Params: { token: string }; Body: FormFields }>(
    `/${RESPOND_PATH}/:token`,
    async (request, reply) => {
      const { token } = request.params;
      const linked = await find(token);
      if (!linked) return await unknown(request, reply);
      if (await limits.isFlooding(request)) throw new CallError(429, TOO_MANY, [], 60);
      const parsed = action.safeParse(request.body);
      if (!parsed.success) {
        const text = parsed.error.issues.map(({ message }) => message).join(' ');
        return await show(reply, linked, { kind: 'error', text, ...typedIn(request.body) }, 400);
      }
      const problem = await act(linked, parsed.data);
      const newest = await find(token);
      if (!newest) return await page(reply, expiredPage(), 404);
      if (problem !== null)
        return await show(reply, newest, { kind: 'error', text: problem, ...typedIn(request.body) }, 409);
      // A reload must not send the answer again.
      return await reply.header('cache-control', 'no-store').redirect(`/${RESPOND_PATH}/${token}`, 303);
    },
  );

  /** Carries an action out; returns why it could not. */
  async function act(linked: LinkedResponder, chosen: Action): Promise<string | null> {
    const { incident, responder } = linked;
    if (chosen.action === 'have' || chosen.action === 'cannot') {
      const etaMinutes = chosen.action === 'have' && chosen.eta ? Number(chosen.eta) : null;
      const result = await answers.answer(linked, { choice: chosen.action, via: 'link', etaMinutes });
      if (result === 'own') return OWN_INCIDENT;
      if (result === 'often') return OFTEN;
      return typeof result === 'object' ? null : CLOSED;
    }
    const isOwner = isOwnedBy(incident, phoneOf(responder), responder.person);
    if (!isOwner && (await readAnswer(incidents, responder)) !== 'have')
      return 'First, say that you have it.';
    if (!isOwner && incident.owner !== null && chosen.action !== 'close') return SOMEONE_ELSE;
    const now = new Date();
    const by = responderOf(responder, 'link');
    const result = await incidents.transaction((tx) =>
      chosen.action === 'close'
        ? closeIncident(
            tx,
            saveIn(tx),
            { incidentId: incident.id, ...closing(chosen), responder: by, closedBy: 'team' },
            now,
          )
        : recordProgress(
            tx,
            saveIn(tx),
            { incidentId: incident.id, state: chosen.action, responder: by, person: responder.person },
            now,
          ),
    );
    if (result === 'taken') return SOMEONE_ELSE;
    if (result === 'outcome') return WRONG_OUTCOME;
    if (result === 'often') return OFTEN;
    if (typeof result !== 'object') return CLOSED;
    live.publish(incidentChanged(incident, now), ...alarmsClosed(result.closedAlarms, now));
    if (result.changesOwner) onAnswered(incident.id);
    return null;
  }
}

const TOO_MANY = 'Too many requests. Wait a moment, then try again.';
const CLOSED = 'This incident is closed.';

function closing({ outcome, note }: Extract<Action, { action: 'close' }>): {
  outcome: IncidentOutcome;
  note: string;
} {
  return { outcome, note: (note ?? '').trim() };
}

/** What a person typed into the form that closes the incident; a rejection shows it again. */
function typedIn(fields: FormFields): { typed?: { outcome: string; note: string } } {
  const { action: chosen, outcome, note } = fields;
  if (chosen !== 'close') return {};
  return { typed: { outcome: textOf(outcome), note: withLineBreaks(textOf(note)) } };
}

/** A field that was sent twice is no text. */
function textOf(field: string | string[] | undefined): string {
  return typeof field === 'string' ? field : '';
}

function withLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

async function page(reply: FastifyReply, html: string, status = 200): Promise<FastifyReply> {
  return await reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', RESPOND_POLICY)
    .type('text/html; charset=utf-8')
    .send(html);
}
