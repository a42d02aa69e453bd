import { loginTexts } from '../../texts/login.ts';
/** Which of a field's own rules (required, type, …) it breaks; the browser's `ValidityState` says so. */
export type Broken = Pick<ValidityState, 'valueMissing' | 'typeMismatch'>;

/** What to say about a field that breaks its own rules, in our words instead of the browser's; null: nothing. */
export function fieldWords(label: string, broken: Broken, kind: string): string | null {
  if (broken.valueMissing) {
    if (kind === 'select-one') return loginTexts.chooseOne(label);
    if (kind === 'checkbox') return loginTexts.accept(label);
    return loginTexts.enter(label);
  }
  if (broken.typeMismatch) return loginTexts.enterEmail;
  return null;
}
