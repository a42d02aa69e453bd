import { CallError } from './call-error.ts';

/** True for the rejection of a save whose row has changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof CallError && error.status === 409 && error.problems.some(isAboutVersion);
}

function isAboutVersion({ field }: { field?: string | undefined }): boolean {
  return field === 'updated_at';
}

/** True if the server rejected the call: nothing was stored. */
export function isRejected(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'rejected';
}

/** The outcome of a save: the saved row, or the row with someone else's change. */
export type SaveResult<Row> = { saved: Row } | { theirs: Row };

/** A version of no row: a save over it succeeds only if the row already has the values, and then changes nothing. */
const NO_VERSION = '0001-01-01T00:00:00.000Z';

interface OptimisticSave<Row> {
  /** The row that was last read. */
  row: Row;
  /** True if the row still has the values that the person saw. */
  isUnchanged: (row: Row) => boolean;
  /** Whether the row has what this person sent before, see `findStored`: that is no change of someone else. */
  isOwn?: (row: Row) => Promise<boolean>;
  /** True if the row already has the values to save. */
  isAlreadySaved: (row: Row) => boolean;
  /** Saves over this version of the row; returns the saved row. */
  save: (row: Row) => Promise<Row>;
  readAgain: () => Promise<Row>;
}

/** Attempts to save a row whose other parts change often, such as a list of contacts. */
const MAX_ATTEMPTS = 4;

/**
 * Saves only if the row still has the values that the person saw. If someone else has changed them, it saves nothing and
 * returns the changed row. Changes of other parts of the row are not a conflict, nor is this person's own change: its
 * response may be lost, or the person typed on. Throws the errors of `save` and `readAgain`.
 */
export async function saveOptimistically<Row extends { updated_at: string }>(
  options: OptimisticSave<Row>,
): Promise<SaveResult<Row>> {
  let { row } = options;
  for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft -= 1) {
    if (options.isAlreadySaved(row)) return { saved: row };
    if (!options.isUnchanged(row)) {
      const saved = await saveAgain(options, row);
      if (saved) return { saved };
      if (!(await options.isOwn?.(row))) return { theirs: row };
    }
    try {
      return { saved: await options.save(row) };
    } catch (error) {
      if (!isStale(error) || attemptsLeft === 1) throw error;
      row = await options.readAgain();
    }
  }
}

/**
 * The saved row if it has these values already, else null. Only the server knows whether it stored them, because it writes
 * phone numbers in another notation.
 */
async function saveAgain<Row extends { updated_at: string }>(
  { save }: Pick<OptimisticSave<Row>, 'save'>,
  row: Row,
): Promise<Row | null> {
  try {
    return await save({ ...row, updated_at: NO_VERSION });
  } catch (error) {
    if (!isStale(error)) throw error;
    return null;
  }
}

/** The values among `sent`, which this person sent before, that the row has; null if someone else has changed them since. */
export async function findStored<Row extends { updated_at: string }, Sent>(
  row: Row,
  sent: readonly Sent[],
  save: (row: Row, values: Sent) => Promise<Row>,
): Promise<Sent | null> {
  for (const values of sent) {
    try {
      if (await saveAgain({ save: (over: Row) => save(over, values) }, row)) return values;
    } catch (error) {
      // Values that the server rejects are not stored.
      if (!isRejected(error)) throw error;
    }
  }
  return null;
}
