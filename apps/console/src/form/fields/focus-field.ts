/** Moves the focus to a field by its id, and the field into sight; opens what it is folded into. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
