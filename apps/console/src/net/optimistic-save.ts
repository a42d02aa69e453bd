import { CallError } from './call-error.ts';

/** True for the refusal of a save whose row had changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof CallError && error.status === 409 && error.problems.some(isAboutVersion);
}

function isAboutVersion({ field }: { field?: string | undefined }): boolean {
  return field === 'updated_at';
}

/** What became of a save: the row as it is now, or what somebody else made of it meanwhile. */
export type SaveResult<Row> = { saved: Row } | { theirs: Row };

interface OptimisticSave<Row> {
  /** As it was read last. */
  row: Row;
  /** True while nothing that the save would replace differs from what the person was shown. */
  isAsKnown: (row: Row) => boolean;
  /** True where the row already holds what the person wants. */
  isWanted: (row: Row) => boolean;
  /** Saves over this version of the row; gives the row as it is then. */
  save: (row: Row) => Promise<Row>;
  readAgain: () => Promise<Row>;
}

/** Rows of which other parts change all the time (a list of contacts) are tried so often. */
const TRIES = 4;

/**
 * Saves over what the person was shown, and over nothing else: where somebody else changed that meanwhile, nothing is
 * saved, and their row is given back. Changes beside it are no reason to ask. Throws what `save` and `readAgain` throw.
 */
export async function saveOptimistically<Row>(options: OptimisticSave<Row>): Promise<SaveResult<Row>> {
  let { row } = options;
  for (let left = TRIES; ; left -= 1) {
    if (options.isWanted(row)) return { saved: row };
    if (!options.isAsKnown(row)) return { theirs: row };
    try {
      return { saved: await options.save(row) };
    } catch (error) {
      if (!isStale(error) || left === 1) throw error;
      row = await options.readAgain();
    }
  }
}
