import type { ItemReachability } from '@callpoint/contract/reachability';

/**
 * The reasons that are shown once, above all items: those of all insufficient items that are on, and a channel that is not
 * configured if at least two items use it. Forms send no SMS, so a missing SMS provider is never a reason of all items.
 */
export function sharedReasons(insufficient: readonly ItemReachability[]): string[] {
  const on = insufficient.filter(({ level }) => level !== 'off');
  if (on.length < 2) return [];
  const count = (text: string) => on.filter(({ reasons }) => reasons.some((one) => one.text === text)).length;
  const texts = on
    .flatMap(({ reasons }) => reasons)
    .filter(({ text, channel }) => count(text) >= (channel === undefined ? on.length : 2))
    .map(({ text }) => text);
  return [...new Set(texts)];
}
