/**
 * The item that a key moves to; null if the key has no function in a menu.
 * @param typed the letters typed so far, this key included
 * @param current index of the item that has the focus, -1 for none
 */
export function nextItem(
  key: string,
  typed: string,
  current: number,
  names: readonly string[],
): number | null {
  const last = names.length - 1;
  if (key === 'ArrowDown') return current >= last ? 0 : current + 1;
  if (key === 'ArrowUp') return current <= 0 ? last : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return null;
  // The same letter again moves to the next item that starts with it.
  const again = [...typed].every((letter) => letter === typed[0]);
  const search = (again ? key : typed).toLowerCase();
  const order = names.map((_, step) => (Math.max(current, 0) + step + (again ? 1 : 0)) % names.length);
  return order.find((index) => names[index]?.toLowerCase().startsWith(search)) ?? null;
}

type Box = { left: number; right: number; top: number; bottom: number };

/** CSS pixels between a menu and its button, and between a menu and the window's edge. */
const GAP = 4;
const MARGIN = 8;

/** A menu's position in the window: below its button, aligned with its right edge; above if only that position has enough space. */
export function menuPosition(
  button: Box,
  { offsetWidth, offsetHeight }: { offsetWidth: number; offsetHeight: number },
  viewport: { width: number; height: number },
): { left: number; top: number } {
  const left = Math.max(MARGIN, Math.min(button.right, viewport.width - MARGIN) - offsetWidth);
  const below = button.bottom + GAP;
  const above = button.top - GAP - offsetHeight;
  const fits = below + offsetHeight <= viewport.height - MARGIN;
  return { left, top: fits || above < MARGIN ? below : above };
}
