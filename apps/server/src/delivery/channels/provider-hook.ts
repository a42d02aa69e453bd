import type { FaultKind } from '@callpoint/contract/faults';
import type { Channel } from '@callpoint/contract/channels/channels';

/** The fields of a form or a query; a repeated field is a list. */
export type CallFields = Readonly<Record<string, string | string[]>>;

/** A call of a provider. `url`: the public URL that it called, with the query. */
export type HookCall = {
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: CallFields;
  body: CallFields;
};

/**
 * A provider's report about a message that it had accepted. `providerId`: its id of the message; `attempt`: the fence
 * of the attempt, NaN where the report has none.
 */
export type Receipt = { channel: Channel; messageKey: string; providerId: string } & (
  | { outcome: 'delivered' }
  | {
      outcome: 'undelivered';
      attempt: number;
      fault: FaultKind;
      providerText: string;
      /** Our from-number, for a fault that is an opt-out. */
      from?: string;
    }
);
type WithoutChannel<Report> = Report extends unknown ? Omit<Report, 'channel'> : never;
/** A receipt of the channel whose provider calls. */
export type ReceivedReceipt = WithoutChannel<Receipt>;

/** A message from a person to our from-number. `number`: the person's, in E.164. */
export type ReceivedReply = { messageSid: string; from: string; number: string; body: string };

/** A person's answer to an incident: they have it, or they can't help. */
export type AnswerChoice = 'have' | 'cannot';

/** `reference`: the provider's id of the reply or the call, with which a repeated report is recognized. */
export type ProviderAnswer = { choice: AnswerChoice; reference: string };

/** Records answers to incidents that arrive over a channel's provider. */
export type IncidentAnswers = {
  /** The answer of the recipient of a message; returns the sentence to speak next. */
  answerMessage(answer: ProviderAnswer & { messageKey: string }): Promise<string>;
  /** Whether a message is about a drill: every sentence of its call starts with `DRILL`. */
  isDrill(message: { messageKey: string }): Promise<boolean>;
  /** The answer of a person who replied; returns our reply, or null if the number has no incident to answer. */
  answerByNumber(answer: ProviderAnswer & { number: string }): Promise<string | null>;
  /** A reply that is no answer; returns how to answer, or null if the number has no open incident or was told lately. */
  explainByNumber(reply: { number: string }): Promise<string | null>;
};

/** What a hook may do with a call. */
export type HookRecords = IncidentAnswers & {
  recordReceipt(receipt: ReceivedReceipt): Promise<void>;
  /**
   * Records an opt-out or an opt-in; other replies are ignored. Returns whether our SMS to the number were stopped until this
   * reply; null for a reply that was ignored or recorded before.
   */
  recordReply(reply: ReceivedReply): Promise<{ wasStopped: boolean } | null>;
  /** The keyword of a reply; null for other texts. */
  keywordOf(body: string): 'stop' | 'start' | 'help' | null;
};

/** A webhook of a channel's provider, which posts forms. Calls without its signature are rejected with 403. */
export type ProviderHook = {
  /** Below `/hooks`. */
  path: `/${string}`;
  isSigned(this: void, call: HookCall): boolean;
  /** The content type of the response. */
  contentType: string;
  /** Returns the body of the response. */
  handle(this: void, call: HookCall, records: HookRecords): Promise<string>;
};
