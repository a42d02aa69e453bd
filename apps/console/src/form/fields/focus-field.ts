/** Moves the focus to a field by its id, scrolls to it, and opens the section that contains it. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** The same after the errors are drawn: they move the fields. */
export function focusFieldWhenDrawn(id: string): void {
  requestAnimationFrame(() => focusField(id));
}
