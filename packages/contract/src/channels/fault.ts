/** What a person can do: one or two sentences, or one text while the message is retried and one after it was given up. */
export type Advice = string | { retried: string; final: string };

/** A fault of sending: what happened, and what a person can do about it. */
export interface Fault {
  /** One sentence that states what happened. */
  means: string;
  advice: Advice;
  /** The address causes it, not the channel: the address is marked until a message arrives there. */
  isAboutAddress?: true;
  /** The recipient has replied STOP to our from-number: the suppression list gets the number. */
  isOptOut?: true;
}

export const ADVICE_WAIT = {
  retried: 'Nothing to do: Callpoint retries automatically.',
  final: 'Callpoint does not retry. Contact the person another way, or resend the message.',
};
export const ADVICE_TELL_ADMIN =
  'Contact the administrator of this server. The problem is with the server, not this message.';
export const ADVICE_MAY_ARRIVE_TWICE = {
  retried: 'Callpoint retries automatically, so the person may get it twice.',
  final: 'Callpoint does not retry. Ask the person whether it arrived, or resend the message.',
};
export const ADVICE_FULL_MAILBOX = {
  retried: 'Callpoint retries automatically. The person should free up space in the mailbox.',
  final: 'The person should free up space in the mailbox. Then resend the message.',
};
