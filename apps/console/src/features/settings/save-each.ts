import type { Setting } from '@callpoint/contract/settings';
import { CallError, messagesOf } from '../../net/call-error.ts';
import type { SaveResult } from '../../net/optimistic-save.ts';

export interface SaveOutcome {
  /** The rows as they are now. */
  saved: Record<string, Setting>;
  /** The rows that somebody else had changed meanwhile, as they are now: not saved. */
  theirs: Record<string, Setting>;
  /** Key to what the server said. */
  refused: Record<string, string[]>;
  /** True when not one call was answered. */
  unreachable: boolean;
}

/** Saves each value by its own call. One that fails does not keep the others from being saved. All by key. */
export async function saveEach(
  changes: Readonly<Record<string, string>>,
  save: (key: string, value: string) => Promise<SaveResult<Setting>>,
): Promise<SaveOutcome> {
  const entries = Object.entries(changes);
  const results = await Promise.allSettled(entries.map(([key, value]) => save(key, value)));
  const outcome: SaveOutcome = { saved: {}, theirs: {}, refused: {}, unreachable: entries.length > 0 };
  for (const [index, [key]] of entries.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled') outcome.refused[key] = messagesOf(result?.reason);
    else if ('saved' in result.value) outcome.saved[key] = result.value.saved;
    else outcome.theirs[key] = result.value.theirs;
    if (!isUnreachable(result)) outcome.unreachable = false;
  }
  return outcome;
}

function isUnreachable(result: PromiseSettledResult<unknown> | undefined): boolean {
  const reason: unknown = result?.status === 'rejected' ? result.reason : null;
  return reason instanceof CallError && reason.fault === 'unreachable';
}
