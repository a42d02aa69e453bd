/** The states of a message and of an attempt are named in the contract: the console shows them by the same words. */
export type { AttemptOutcome, MessageState } from '@callpoint/contract/deliveries';
