import type { MouseEvent } from 'react';

/**
 * As `onMouseDown` of a button: the field that has the focus keeps it until the click. A field that is left is judged,
 * what is said of it moves the button, and the click would miss it.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
