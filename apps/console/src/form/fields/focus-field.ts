/** Sent by a field that is about to get the focus; the hidden parts around it are shown then. */
export const REVEAL = 'reveal';

/** Moves the focus to a field by its id, scrolls to it, and shows the parts that contain it. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.dispatchEvent(new Event(REVEAL, { bubbles: true }));
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** The same after the errors are drawn: they move the fields. */
export function focusFieldWhenDrawn(id: string): void {
  requestAnimationFrame(() => focusField(id));
}
