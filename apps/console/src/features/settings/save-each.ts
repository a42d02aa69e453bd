import { CallError, messagesOf } from '../../lib/call-error.ts';

export interface SaveOutcome {
  /** Key to value. */
  saved: Record<string, string>;
  /** Key to what the server said. */
  refused: Record<string, string[]>;
  /** True when not one call was answered. */
  unreachable: boolean;
}

/** Saves each value by its own call. One that fails does not keep the others from being saved. */
export async function saveEach(
  changes: Readonly<Record<string, string>>,
  save: (key: string, value: string) => Promise<void>,
): Promise<SaveOutcome> {
  const entries = Object.entries(changes);
  const results = await Promise.allSettled(entries.map(([key, value]) => save(key, value)));
  const outcome: SaveOutcome = { saved: {}, refused: {}, unreachable: entries.length > 0 };
  for (const [index, [key, value]] of entries.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') outcome.saved[key] = value;
    else outcome.refused[key] = messagesOf(result?.reason);
    if (!isUnreachable(result)) outcome.unreachable = false;
  }
  return outcome;
}

function isUnreachable(result: PromiseSettledResult<void> | undefined): boolean {
  const reason: unknown = result?.status === 'rejected' ? result.reason : null;
  return reason instanceof CallError && reason.fault === 'unreachable';
}
