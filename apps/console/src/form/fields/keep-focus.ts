import type { MouseEvent } from 'react';

/**
 * As `onMouseDown` of a button: the focused field keeps the focus until the click. Otherwise the field would be checked
 * when it loses the focus, its messages would move the button, and the click would miss it.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
