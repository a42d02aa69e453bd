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

export const WAIT = {
  retried: 'Nothing to do: it is tried again by itself.',
  final: 'It is not tried again by itself. Reach the person another way, or send it again.',
};
export const TELL_ADMIN = 'Tell the platform administrator: this concerns the server, not this message.';
export const MAY_HAVE_ARRIVED = {
  retried: 'It is tried again, so the person may get it twice.',
  final: 'It is not tried again by itself. Ask the person whether it arrived, or send it again.',
};
export const MAKE_ROOM = {
  retried: 'It is tried again by itself. The person should make room in the mailbox.',
  final: 'The person should make room in the mailbox; then send again.',
};
