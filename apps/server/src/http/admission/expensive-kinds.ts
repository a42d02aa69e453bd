/** Calls a minute. `burstMinutes`: how many minutes' worth may be used immediately; by default ten seconds' worth. */
export type QuotaLimits = { account: number; network: number; burstMinutes?: number };

/**
 * The kinds of expensive calls, and how many of each one account and one network may make per minute. Presses of buttons
 * are not among them: they are never limited in favor of other calls. Administrators have no quota per
 * network. The consoles of one subscriber load and reconnect together, and someone may add many users one after the
 * other: those kinds have larger bursts.
 */
export const QUOTAS = {
  /** A list of more than 50 rows. */
  'long list': { account: 60, network: 240, burstMinutes: 1 },
  /** A search, or a filter without an index: each part of a search in everything counts. */
  search: { account: 300, network: 1200, burstMinutes: 1 },
  /** A call that changes many rows. */
  bulk: { account: 60, network: 240, burstMinutes: 1 },
  preview: { account: 30, network: 240 },
  test: { account: 10, network: 60 },
  reachability: { account: 60, network: 240 },
  /** The response times of up to a year of incidents. */
  metrics: { account: 30, network: 240, burstMinutes: 1 },
  /** A call that asks the payment provider. */
  payment: { account: 20, network: 120, burstMinutes: 1 },
  export: { account: 10, network: 60 },
  stream: { account: 60, network: 600, burstMinutes: 1 },
  /** Setting or confirming a password of the caller or of a user. */
  password: { account: 10, network: 120, burstMinutes: 2 },
  /** A link that signs in a phone; each sends an email. */
  install: { account: 20, network: 120, burstMinutes: 1 },
  /** A push subscription of a phone or a console. */
  push: { account: 10, network: 600, burstMinutes: 1 },
  /** A form from a phone, because its texts are long. */
  form: { account: 6, network: 600 },
  /** An image from a phone, which is decoded: all images of the forms that waited while the phone was offline. */
  image: { account: 30, network: 600, burstMinutes: 1 },
} as const satisfies Record<string, QuotaLimits>;

export type ExpensiveKind = keyof typeof QUOTAS;
export type QuotaTable = Readonly<Record<ExpensiveKind, QuotaLimits>>;

/** The messages for callers whose quota is used up. */
export const QUOTA_TEXTS: Readonly<Record<ExpensiveKind, string>> = {
  'long list': 'You loaded many long lists. Wait a moment, or load shorter ones.',
  preview: 'You opened many previews. Wait a moment, then try again.',
  test: 'You sent many tests. Wait a moment, then try again.',
  payment: 'You started many payments. Wait a moment, then try again.',
  reachability: 'Too many requests. Wait a moment, then try again.',
  metrics: 'You loaded these figures many times. Wait a moment, then try again.',
  export: 'You exported many files. Wait a moment, then try again.',
  form: 'You sent many forms. This one is not sent yet: wait a moment, then send it again.',
  image: 'You uploaded many images. Wait a moment, then try again.',
  stream: 'You opened many consoles. Wait a moment, then try again.',
  install: 'You created many links. Wait a moment, then try again.',
  push: 'This device asked for notifications many times. Wait a moment, then try again.',
  search: 'Too many searches. Wait a moment, then try again.',
  bulk: 'You changed many rows. Nothing was changed this time: wait a moment, then try again.',
  password: 'Many passwords were set or confirmed. Nothing was changed: wait a moment, then try again.',
};
