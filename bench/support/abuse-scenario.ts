/** The input of the process that runs the abusing accounts. */
export type AbuseScenario = {
  url: string;
  seconds: number;
  /** The kinds of calls to send; all if omitted. */
  kinds?: readonly string[];
  accounts: readonly {
    /** The network address that its calls are sent from. */
    from: string;
    /** The tokens of the subscriber and of its app user. */
    team: string;
    user: string;
    userId: number;
    email: string;
    /** The largest settings of form 2. */
    settings: Record<string, string>;
  }[];
};

/** The number of responses by kind of call and status. */
export type AbuseResponses = Record<string, Record<number, number>>;
