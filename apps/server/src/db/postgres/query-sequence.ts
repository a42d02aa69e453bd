import pg, { type Connection, type CustomTypesConfig, type Submittable } from 'pg';

/** One statement with its values; with a name, PostgreSQL parses it once for each connection. */
export type Statement = { text: string; values: unknown[]; name?: string };

/** What pg calls on a query while it runs. Its types do not describe these methods. */
type RunningQuery = {
  text: string;
  name: string | undefined;
  /** Also true if it was sent to be parsed, for example earlier in this sequence. */
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};
type Callback = (error: Error | null, result?: pg.QueryResult) => void;
/** By name: the text of the statements that PostgreSQL has parsed, and of those that were sent and have no response. */
type NamesOfConnection = {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

/**
 * Statements that are sent together and take one round trip. If one fails, PostgreSQL ignores those after it, because one
 * message (Sync) ends all of them: after a `begin` that fails, nothing runs outside of a transaction. The result is that of
 * the last statement.
 */
class QuerySequence implements Submittable {
  callback: Callback;
  /** Read by pg, in milliseconds. */
  readonly query_timeout: number | undefined;
  readonly #queries: readonly RunningQuery[];
  #at = 0;
  #hasFailed = false;

  constructor(
    statements: readonly Statement[],
    types: CustomTypesConfig,
    ms: number | undefined,
    callback: Callback,
  ) {
    this.callback = callback;
    this.query_timeout = ms;
    const done = ((error: Error | null, result?: pg.QueryResult) => {
      this.#hasFailed ||= error !== null;
      this.callback(error, result);
    }) as never;
    this.#queries = statements.map(
      (statement) => new pg.Query({ ...statement, types }, done) as unknown as RunningQuery,
    );
  }

  /** pg notes by name and text which statement PostgreSQL has parsed: the responses arrive in the order of the statements. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string {
    return this.#current.text;
  }

  get #current(): RunningQuery {
    return this.#queries[Math.min(this.#at, this.#queries.length - 1)] as RunningQuery;
  }

  submit(connection: Connection): null {
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as Connection;
    connection.stream.cork();
    try {
      for (const query of this.#queries) {
        // A pooler may have it from an attempt that PostgreSQL has not parsed, and accepts no second one of this name.
        if (query.name && !query.hasBeenParsed(connection))
          connection.close({ type: 'S', name: query.name }, true);
        query.prepare(withoutSync);
        // A value that cannot be sent: a commit after it must not be sent either.
        if (this.#hasFailed) break;
      }
    } finally {
      connection.sync();
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleEmptyQuery(connection: Connection): void {
    this.#current.handleEmptyQuery(connection);
    this.#at += 1;
  }

  handleCopyInResponse(connection: Connection): void {
    this.#current.handleCopyInResponse(connection);
  }

  handleError(error: Error, connection: Connection): void {
    // PostgreSQL has not parsed those after it.
    const { submittedNamedStatements: submitted } = connection as unknown as NamesOfConnection;
    for (const { name } of this.#queries.slice(this.#at)) if (name) delete submitted[name];
    this.#current.handleError(error, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    this.#current.handleReadyForQuery(connection);
  }
}

/** True for a statement without a name, and for one that PostgreSQL has parsed on this connection. */
export function mayRunAlone(client: pg.ClientBase, { name }: Statement): boolean {
  const { connection } = client as unknown as { connection: NamesOfConnection };
  return name === undefined || connection.parsedStatements[name] !== undefined;
}

/**
 * Runs statements in one round trip, and returns the result of the last one.
 * @param ms the maximum time, in milliseconds; undefined: no limit
 */
export function runSequence(
  client: pg.ClientBase,
  statements: readonly Statement[],
  types: CustomTypesConfig,
  ms: number | undefined,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult));
    client.query(new QuerySequence(statements, types, ms, callback));
  });
}
