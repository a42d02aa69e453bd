import { cleanLine, shorten } from '@callpoint/alerts/templates/clean-text';
import { BUTTON_LABELS, type ButtonId } from '@callpoint/contract/catalog';
import { DRILL_PREFIX } from '@callpoint/contract/drills';
import { readPolicy } from '@callpoint/contract/escalation';
import type { AnswerSource } from '@callpoint/contract/incidents';
import type { LiveEvents } from '../../events/live-events.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { ProviderAnswer } from '../../delivery/channels/provider-hook.ts';
import { OFTEN, recordAnswer, type AnswerResult } from './answer.ts';
import { askAgain, type NotifyNeeds } from './ask-again.ts';
import { identifyResponder } from './identify-responders.ts';
import { alarmsClosed, incidentChanged, lockIncident, saveIn, type IncidentRow } from '../incident-row.ts';
import { responderOf } from './responder.ts';
import {
  findAnswered,
  findByMessage,
  findNewestByAddress,
  isOfDrill,
  type LinkedResponder,
} from './links.ts';

export type RecipientAnswersOptions = NotifyNeeds & {
  incidents: IncidentsDb;
  live: Pick<LiveEvents, 'publish'>;
  /** Called after an answer that may make the next step due. */
  wakeEscalator: () => void;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
  /** Called after an answer that changed who has the incident, or when they arrive. */
  onAnswered: (incidentId: number) => void;
};

export type Choice = 'have' | 'cannot';
/** `own`: the recipient is the person who pressed; nothing was changed. */
type RecipientAnswer = AnswerResult | 'own';

/** Answers of recipients who are not signed in: by personal link, SMS or keypad. */
export class RecipientAnswers {
  readonly #options: RecipientAnswersOptions;

  constructor(options: RecipientAnswersOptions) {
    this.#options = options;
  }

  /** Records an answer of a recipient. `name`: as they gave it, if their name is not known. */
  async answer(
    { responder, incident }: LinkedResponder,
    {
      choice,
      via,
      etaMinutes = null,
      name,
      reference,
    }: {
      choice: Choice;
      via: AnswerSource;
      etaMinutes?: number | null;
      name?: string;
      /** The provider's id of the reply or the call. */
      reference?: string;
    },
    now = new Date(),
  ): Promise<RecipientAnswer> {
    const { incidents, live, wakeEscalator, wakeDelivery, onAnswered } = this.#options;
    const result = await incidents.transaction(async (tx) => {
      await lockIncident(tx, incident.id);
      const worker = { name: incident.user_name, email: incident.user_email, phone: incident.user_phone };
      const { responder: known, isWorker } = await identifyResponder(tx, responder, worker);
      if (isWorker) return 'own';
      const by = responderOf(known, via, name);
      const answered = await recordAnswer(
        tx,
        saveIn(tx),
        {
          incidentId: incident.id,
          answer: choice,
          etaMinutes,
          responder: by,
          person: known.person,
          responderId: responder.id,
          reference,
        },
        now,
      );
      if (typeof answered === 'object') {
        const news = { incident: answered.incident, willing: answered.willing, before: by.name };
        await askAgain(tx, this.#options, news, now);
      }
      return answered;
    });
    if (typeof result === 'object') {
      live.publish(incidentChanged(incident, now), ...alarmsClosed(result.closedAlarms, now));
      if (choice === 'cannot') wakeEscalator();
      if (result.willing.length > 0) wakeDelivery();
      if (result.changesOwner) onAnswered(incident.id);
    }
    return result;
  }

  /** A key pressed during a call about a message. Returns the sentence to speak. */
  async answerMessage({
    messageKey,
    choice,
    reference,
  }: ProviderAnswer & { messageKey: string }): Promise<string> {
    const linked = await findByMessage(this.#options.incidents, messageKey, new Date());
    if (!linked) return marked(TOO_LATE, await this.isDrill({ messageKey }));
    const result = await this.answer(linked, { choice, via: 'voice', reference });
    return `${sentenceOf(linked, result, choice)}${procedureAfter(linked, result)}`;
  }

  /** Whether a message is about a drill. */
  isDrill({ messageKey }: { messageKey: string }): Promise<boolean> {
    return isOfDrill(this.#options.incidents, messageKey);
  }

  /**
   * A reply by SMS. Returns the text of our reply; null if the number has got no message about an incident lately. The
   * provider may repeat a reply when the number has already got a message about another incident, which the person has not answered.
   */
  async answerByNumber({
    number,
    choice,
    reference,
  }: ProviderAnswer & { number: string }): Promise<string | null> {
    const { incidents } = this.#options;
    const now = new Date();
    const linked =
      (await findAnswered(incidents, { channel: 'sms', address: number, reference }, now)) ??
      (await findNewestByAddress(incidents, { channel: 'sms', address: number }, now));
    if (!linked) return null;
    return sentenceOf(linked, await this.answer(linked, { choice, via: 'sms', reference }), choice);
  }

  /**
   * A reply by SMS that is no answer. Returns the text that says how to answer; null if the number has no open incident, or
   * has been told: once for each incident, because a machine may reply to each SMS.
   */
  async explainByNumber({ number }: { number: string }): Promise<string | null> {
    const { incidents } = this.#options;
    const now = new Date();
    const linked = await findNewestByAddress(incidents, { channel: 'sms', address: number }, now);
    if (!linked || linked.incident.closed_at !== null) return null;
    const { numUpdatedRows } = await incidents
      .updateTable('incident_responder')
      .set({ help_sent_at: now.toISOString() })
      .where('id', '=', linked.responder.id)
      .where('help_sent_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? named(linked.incident, HOW_TO_ANSWER) : null;
  }
}

/** How to answer by SMS; short, so that it stays one SMS. */
const HOW_TO_ANSWER = "Reply only 1 (I have it) or 2 (I can't).";

/** Characters of a name in a reply, which should stay one SMS. */
const MAX_NAME = 60;
/** Workers cannot acknowledge their own incidents. */
export const OWN_INCIDENT = 'You can’t answer your own incident. Another person must.';
const TOO_LATE = 'This incident can no longer be answered.';

/** What a recipient hears or reads after an answer. */
function sentenceOf({ incident }: LinkedResponder, result: RecipientAnswer, choice: Choice): string {
  return named(incident, resultText(result, choice, incident.is_drill === 1));
}

/** A text that names the press: someone may be notified of several. */
function named(incident: IncidentRow, text: string): string {
  return marked(`${labelOf(incident)}: ${text}`, incident.is_drill === 1);
}

function marked(sentence: string, isDrill: boolean): string {
  return isDrill ? `${DRILL_PREFIX}. ${sentence}` : sentence;
}

function labelOf({ button_id, user_name }: IncidentRow): string {
  return `${BUTTON_LABELS[button_id as ButtonId]}, ${shorten(cleanLine(user_name), MAX_NAME, '...')}`;
}

function resultText(result: RecipientAnswer, choice: Choice, isDrill: boolean): string {
  if (result === 'closed') return 'This incident is closed. Thank you.';
  if (result === 'missing') return TOO_LATE;
  if (result === 'own') return OWN_INCIDENT;
  if (result === 'often') return OFTEN;
  const { owner, isOwner, continues } = result;
  if (isOwner && isDrill) return 'You have it. Thank you. This is practice: do not call 911.';
  if (isOwner) return 'You have it. Thank you. Please go or call now.';
  if (owner) return `${owner.name} already has it. Thank you.`;
  if (choice === 'have') return TOO_LATE;
  return continues ? 'Thank you. The escalation continues.' : 'Thank you. No one has it.';
}

/** What the owner should do, as the subscriber wrote it: people who are called read no message. */
function procedureAfter({ incident }: LinkedResponder, result: RecipientAnswer): string {
  if (typeof result !== 'object' || !result.isOwner) return '';
  const { procedure } = readPolicy(incident.button_id as ButtonId, incident.policy);
  if (procedure.trim() === '') return '';
  return incident.is_drill === 1
    ? ` In a real emergency, you would do this: ${procedure}`
    : ` What to do: ${procedure}`;
}
