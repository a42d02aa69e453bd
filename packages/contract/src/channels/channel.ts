import type { SubmissionKind, TextTarget } from '../catalog.ts';
import type { PlanKind } from '../plan-kinds.ts';

/**
 * Which address of a person a channel sends to. `push`: an account, see `push/push-address.ts`. Rules for each kind:
 * `@callpoint/alerts/plan/addresses`.
 */
export type AddressKind = 'email' | 'phone' | 'push';
/** Those that people type, into lists and forms. */
export type TypedAddressKind = Exclude<AddressKind, 'push'>;

/**
 * `mail`: a subject and a body, as text and as HTML. `text`: a plain text of a few segments. `speech`: a text that is read
 * aloud, without links. `note`: a title and a short plain text; an address in its last line opens with it.
 */
export type ContentKind = 'mail' | 'text' | 'speech' | 'note';

/** What the body of a message is, by the kind of its content: which variables and which length it may have. */
export const BODY_TARGET: Readonly<Record<ContentKind, TextTarget>> = {
  mail: 'mail_body',
  text: 'text',
  speech: 'text',
  note: 'text',
};

/** Recipients that have their own settings: the safety team (`team`), the app user who submitted, the consultancy. */
export const RECIPIENT_ROLES = ['team', 'user', 'consultancy'] as const;
export type RecipientRole = (typeof RECIPIENT_ROLES)[number];

/** The setting fields for the messages of one channel to one role. */
export interface ChannelRoute {
  role: RecipientRole;
  /** The yes/no field; null if the role always gets the message. */
  switchedBy: string | null;
  /** Whether the field is `yes` for a new subscriber. */
  isOnByDefault: boolean;
  /** The field with the recipients; null if they are not part of the subscriber's settings. */
  list: string | null;
  /** Null for content without a subject. */
  subject: string | null;
  text: string;
}

/**
 * Everything about a channel except how the server sends over it: the server's part is the channel's folder
 * in `delivery/channels/`, its faults are next to its descriptor, its screen texts are in the console's `texts/`.
 */
export interface ChannelDescriptor {
  addressKind: AddressKind;
  contentKind: ContentKind;
  /** Name in sentences of the delivery log and the reachability check, e.g. `SMS`. */
  label: string;
  /** Name in sentences about limits and addresses. */
  nouns: {
    one: string;
    many: string;
    addresses: string;
    inSentence: string;
    /** With its article, e.g. `an SMS`. */
    withArticle: string;
    address: string;
  };
  /** The provider charges a text by its SMS segments, so screens show their number. */
  isChargedBySegment: boolean;
  /** The kinds of submissions whose settings have its fields. */
  items: readonly SubmissionKind[];
  /** Empty: the settings do not plan its messages, only the steps of escalations do. */
  routes: readonly ChannelRoute[];
  /** It calls people: quiet hours apply, and people may have to agree. */
  isCall: boolean;
  /** Numbers that replied STOP to our SMS get no message of this channel. */
  obeysStop: boolean;
  /** The sentence for people while the channel is not configured. */
  notConfigured: string;
  /** The same once the channel is configured: why a message is held. */
  wasNotConfigured: string;
  /** The platform's setting with the consultancy's recipients, comma separated. */
  consultancyKey: string;
  /** Messages a day to external recipients, by plan: the platform's setting, and the defaults if it is empty. */
  dailyLimit: { key: string; defaults: Readonly<Record<PlanKind, number>> };
  /** The column with a subscriber's own limit; null: every subscriber has the limit of its plan. */
  ownLimit: string | null;
}
