import pg from 'pg';
import type { PostgresPoolClient } from 'kysely';
import { isSentWithNext, preparedName } from '../queries/prepared.ts';
import { limitOfKind, queryLimit } from '../../scheduling/query-limit.ts';
import { limitedQuery } from './limited-query.ts';
import { mayRunAlone, runSequence, type Statement } from './query-sequence.ts';
import { TRANSFER_LIMITS } from './session-settings.ts';
import {
  asUnavailable,
  DatabaseUnavailable,
  isDiskFull,
  isOfOtherSession,
  isUselessPlan,
} from './unavailable.ts';

export type ConnectionQueries = {
  query: PostgresPoolClient['query'];
  /** Call it when another caller gets the connection. */
  reset: () => void;
};

/**
 * `areUsed`: prepared queries have names. False once a session did not have them, because a pooler gives transactions other
 * sessions; then `onLost` is called, once.
 */
export type QueryNames = { areUsed: boolean; onLost: (error: Error) => void };

type Options = {
  types: pg.CustomTypesConfig;
  /** No limit for a query, unless its work is of a kind that has one. */
  isTransfer: boolean;
  /** Shared by the connections of a pool. */
  names: QueryNames;
  /** Called when the connection must not be used again: it has failed, or its prepared queries no longer fit the tables. */
  onFault: (error: unknown) => void;
  /** Called when the database has no space for a change. */
  onDiskFault: (error: DatabaseUnavailable) => void;
};

const STARTS_TRANSACTION = /^(begin|start transaction)\b/;

/** What a statement returns that is sent later. */
const NO_RESULT = { command: '', rowCount: null, rows: [] };

/**
 * The queries of one connection. The start of a transaction, and statements of it whose results nobody reads, are sent with
 * the next statement: each round trip that is saved makes a press faster, and its locks shorter.
 */
export function connectionQueries(
  client: pg.PoolClient,
  { types, isTransfer, names, onFault, onDiskFault }: Options,
): ConnectionQueries {
  let fault: DatabaseUnavailable | null = null;
  let isInTransaction = false;
  let delayed: Statement[] = [];
  /** The error after which the transaction runs nothing more. */
  let broken: Error | null = null;

  async function run(statement: Statement) {
    const before = delayed;
    delayed = [];
    const ms = isTransfer ? limitOfKind() : queryLimit();
    const runAlone = () =>
      mayRunAlone(client, statement)
        ? client.query(ms === undefined ? statement : limitedQuery(statement, ms))
        : runSequence(client, [statement], types, ms);
    if (before.length === 0) return await runAlone();
    // Without values it may be several statements, which PostgreSQL accepts only alone.
    const mayBeSeveral = statement.name === undefined && statement.values.length === 0;
    try {
      const result = await runSequence(client, mayBeSeveral ? before : [...before, statement], types, ms);
      return mayBeSeveral ? await runAlone() : result;
    } catch (error) {
      // It may not have started; or pg has sent only some of the statements.
      if (before[0]?.text === 'begin' || !(error instanceof pg.DatabaseError)) broken = error as Error;
      throw error;
    }
  }

  function stopNaming(error: Error): void {
    if (names.areUsed) names.onLost(error);
    names.areUsed = false;
  }

  /** Whether a transaction ends before any of it was sent. */
  const endsUnsent = (text: string) =>
    delayed[0]?.text === 'begin' && (text === 'rollback' || delayed.length === 1);

  const query = async (text: string, values: readonly unknown[]) => {
    // A further query, e.g. a rollback, would wait behind the one that has no response.
    if (fault) throw fault;
    if (text === 'rollback') broken = null;
    // It would run outside of a transaction that has not started, or without a statement before it.
    if (broken) throw broken;
    const name = names.areUsed ? preparedName(text) : undefined;
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    if (STARTS_TRANSACTION.test(text)) isInTransaction = true;
    if (text === 'begin' || (isInTransaction && isSentWithNext(text))) {
      delayed.push(statement);
      if (isTransfer && text === 'begin') delayed.push(TRANSFER_LIMITS);
      return NO_RESULT;
    }
    const wasInTransaction = isInTransaction;
    if (text === 'commit' || text === 'rollback') {
      isInTransaction = false;
      const isUnsent = endsUnsent(text);
      if (isUnsent || text === 'rollback') delayed = [];
      if (isUnsent) return { ...NO_RESULT, command: text.toUpperCase() };
    }
    try {
      const result = await run(statement);
      if (isTransfer && STARTS_TRANSACTION.test(text)) delayed.push(TRANSFER_LIMITS);
      return result;
    } catch (error) {
      if (isUselessPlan(error)) {
        if (isOfOtherSession(error)) stopNaming(error);
        onFault(error);
        // It has not run. In a transaction it cannot run again: then the caller repeats everything.
        if (wasInTransaction) throw new DatabaseUnavailable(error);
        return await run({ text, values: statement.values });
      }
      const known = asUnavailable(error);
      if (isDiskFull(known)) onDiskFault(known);
      else if (known instanceof DatabaseUnavailable) fault = known;
      // After an error of its own, e.g. about a value, pg may no longer know which statements PostgreSQL has parsed.
      if (fault || !(error instanceof pg.DatabaseError)) onFault(known);
      throw known;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    reset() {
      isInTransaction = false;
      broken = null;
      delayed = [];
    },
  };
}
