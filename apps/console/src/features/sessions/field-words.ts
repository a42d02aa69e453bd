/** Which of a field's own rules (required, type, …) it breaks; the browser's `ValidityState` says so. */
export type Broken = Pick<ValidityState, 'valueMissing' | 'typeMismatch'>;

/** What to say about a field that breaks its own rules, in our words instead of the browser's; null: nothing. */
export function fieldWords(label: string, broken: Broken, kind: string): string | null {
  if (broken.valueMissing) {
    if (kind === 'select-one') return `Choose ${label}.`;
    if (kind === 'checkbox') return `Please accept the ${label}.`;
    return `Enter your ${label}.`;
  }
  if (broken.typeMismatch) return `Enter an e-mail address, like name@example.com.`;
  return null;
}
