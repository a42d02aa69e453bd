import type { Setting } from '@callpoint/contract/settings';
import { CallError, getErrorMessages } from '../../net/call-error.ts';
import type { SaveResult } from '../../net/optimistic-save.ts';

export interface SaveOutcome {
  /** The rows after the save. */
  saved: Record<string, Setting>;
  /** The rows that someone else had changed meanwhile, with their current values: not saved. */
  theirs: Record<string, Setting>;
  /** Key to the server's messages. */
  rejected: Record<string, string[]>;
  /** True if no call had a response. */
  unreachable: boolean;
}

/** Saves each value by its own call. A failed call does not prevent the others. All results are by key. */
export async function saveEach(
  changes: Readonly<Record<string, string>>,
  save: (key: string, value: string) => Promise<SaveResult<Setting>>,
): Promise<SaveOutcome> {
  const entries = Object.entries(changes);
  const results = await Promise.allSettled(entries.map(([key, value]) => save(key, value)));
  const outcome: SaveOutcome = { saved: {}, theirs: {}, rejected: {}, unreachable: entries.length > 0 };
  for (const [index, [key]] of entries.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled') outcome.rejected[key] = getErrorMessages(result?.reason);
    else if ('saved' in result.value) outcome.saved[key] = result.value.saved;
    else outcome.theirs[key] = result.value.theirs;
    if (!isUnreachable(result)) outcome.unreachable = false;
  }
  return outcome;
}

function isUnreachable(result: PromiseSettledResult<unknown> | undefined): boolean {
  const reason: unknown = result?.status === 'rejected' ? result.reason : null;
  return reason instanceof CallError && reason.kind === 'unreachable';
}
