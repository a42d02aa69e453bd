/** The states of a message, named here once. */

export const MESSAGE_STATES = [
  /** Waits for its next attempt. */
  'pending',
  /** A worker holds it. */
  'sending',
  /** The provider has taken it. */
  'sent',
  /** Given up; no further attempt by itself. */
  'failed',
  /** Its channel was not configured; goes only when a person says so. */
  'held',
  /** Was never to be sent; `reason` says why. */
  'skipped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Nothing changes these but a person. */
export const FINAL_STATES = ['sent', 'failed', 'held', 'skipped'] as const satisfies MessageState[];

/** What a person may put on its way again. */
export const RESENDABLE_STATES = ['failed', 'held'] as const satisfies MessageState[];

/** How one attempt ended. `lost`: the process that made it vanished, so whether it arrived is unknown. */
export const ATTEMPT_OUTCOMES = ['sent', 'temporary', 'permanent', 'lost'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
