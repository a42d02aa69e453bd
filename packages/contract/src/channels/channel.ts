import type { SubmissionKind } from '../catalogue.ts';
import type { PlanKind } from '../plan-kinds.ts';

/** Which address of a person a channel sends to. Rules for each kind: `@callpoint/alerts/addresses`. */
export type AddressKind = 'email' | 'phone';

/** `mail`: a subject, a text and the same as HTML. `text`: a plain text that is limited to a few segments. */
export type ContentKind = 'mail' | 'text';

/** Recipients whose messages have settings of their own: the safety team, the app user who submitted, the consultancy. */
export const ROLES = ['team', 'user', 'consultancy'] as const;
export type Role = (typeof ROLES)[number];

/** The setting fields that decide about the messages of one channel to one role. */
export interface ChannelRoute {
  role: Role;
  /** The yes/no field; null where the role always gets the message. */
  switchedBy: string | null;
  /** Whether it is `yes` for a new subscriber. */
  isOnByDefault: boolean;
  /** The field with the recipients; null where they come from elsewhere. */
  list: string | null;
  /** Null for content without a subject. */
  subject: string | null;
  text: string;
}

/**
 * All that the product knows of a channel besides how a server sends over it: the server's part is the channel's folder
 * in `delivery/channels/`, its faults are next to its descriptor, its screen texts are in the console's `texts/`.
 */
export interface ChannelDescriptor {
  addressKind: AddressKind;
  contentKind: ContentKind;
  /** Name in sentences of the log and of reachability: `SMS`. */
  label: string;
  /** In sentences about limits and addresses. */
  nouns: { one: string; many: string; addresses: string; inSentence: string; address: string };
  /** Which submissions it sends messages about. */
  items: readonly SubmissionKind[];
  routes: readonly ChannelRoute[];
  /** Numbers that replied STOP to our SMS get no message of this channel. */
  obeysStop: boolean;
  /** What a person gets to read while no server has the means to send over it. */
  notConfigured: string;
  /** The platform's setting with the consultancy's recipients, comma separated. */
  consultancyKey: string;
  /** Messages a day to external recipients, by plan: the platform's setting, and the limits while it is empty. */
  dailyLimit: { key: string; defaults: Readonly<Record<PlanKind, number>> };
  /** The subscriber's column with a limit of its own; null: all have the limit of their plan. */
  ownLimit: string | null;
}
