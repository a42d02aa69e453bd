/** A fault of sending: what happened, and what a person can do about it. */
export interface Fault {
  /** One sentence that states what happened. */
  means: string;
  /** One or two sentences that state what a person can do. */
  advice: string;
  /** The address causes it, not the channel: the address is marked until a message arrives there. */
  isAboutAddress?: true;
}

export const ADVICE_WAIT = 'Nothing to do: it is tried again by itself.';
export const ADVICE_TELL_ADMIN =
  'Tell the platform administrator: this concerns the server, not this message.';
export const ADVICE_MAY_ARRIVE_TWICE = 'It is tried again, so the person may get it twice.';
export const ADVICE_FULL_MAILBOX = 'It is tried again by itself. The person should make room in the mailbox.';
