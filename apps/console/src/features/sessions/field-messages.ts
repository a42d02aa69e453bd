import { loginTexts } from '../../texts/login.ts';

/** The rules of a field (required, type, …) that its value breaks, from the browser's `ValidityState`. */
export type BrokenRules = Pick<ValidityState, 'valueMissing' | 'typeMismatch'>;

/** The message for a field whose value breaks its rules, in our text instead of the browser's; null if there is none. */
export function fieldMessage(label: string, broken: BrokenRules, type: string): string | null {
  if (broken.valueMissing) {
    if (type === 'select-one') return loginTexts.chooseOne(label);
    if (type === 'checkbox') return loginTexts.accept(label);
    return loginTexts.enter(label);
  }
  if (broken.typeMismatch) return loginTexts.enterEmail;
  return null;
}

/**
 * The `validate` of a form whose fields have all their rules in the page: these screens load no schemas.
 * @param labels the name of each field in a sentence, by its key
 */
export function validateFields(labels: Readonly<Record<string, string>>) {
  return (_values: unknown, form: HTMLFormElement): Record<string, string> => {
    const errors: Record<string, string> = {};
    for (const field of form.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const message = fieldMessage(labels[field.name] ?? field.name, field.validity, field.type);
      if (message) errors[field.name] = message;
    }
    return errors;
  };
}
