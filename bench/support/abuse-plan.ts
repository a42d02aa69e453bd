/** What the abusing accounts are given. */
export type AbusePlan = {
  url: string;
  seconds: number;
  /** Kinds of calls that are made; left out, all. */
  kinds?: readonly string[];
  accounts: readonly {
    /** The network address that its calls come from. */
    from: string;
    team: string;
    user: string;
    userId: number;
    email: string;
    /** The largest settings of form 2. */
    settings: Record<string, string>;
  }[];
};

/** How often each status was answered, by kind of call. */
export type AbuseAnswers = Record<string, Record<number, number>>;
