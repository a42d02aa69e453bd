import { useState, type SubmitEvent } from 'react';
import { alerts } from '../../states/alerts.ts';
import { fieldErrors, messagesOf } from '../../net/call-error.ts';
import { fieldWords } from './field-words.ts';

/** A field's name to what is wrong with it; `true`: the message stands in the list above. */
export type FieldFaults = Record<string, string | true>;

type FormCall = {
  /** What each field is called in a sentence, by name. */
  labels: Record<string, string>;
  /** The call; gets what the fields hold. Its failure is shown as messages. */
  call: (values: Record<string, string>) => Promise<void>;
  /** What is already known to be wrong; shown at once, and the call is made all the same. */
  warn?: (values: Record<string, string>) => string | null;
};

/** A form that makes one call: checks the fields' own rules, moves to the first bad one, shows what the server says. */
export function useFormCall({ labels, call, warn }: FormCall) {
  const [faults, setFaults] = useState<FieldFaults>({});
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = faultsOf(form, labels);
    setFaults(found);
    alerts.clear();
    if (focusFirst(form, found)) return;
    const values = valuesOf(form);
    const warnings = [warn?.(values) ?? []].flat();
    if (warnings.length > 0) alerts.error(warnings);
    setBusy(true);
    try {
      await call(values);
    } catch (error) {
      alerts.error([...new Set([...warnings, ...messagesOf(error)])]);
      const refused = Object.keys(fieldErrors(error)).map((name) => [name, true] as const);
      setFaults(Object.fromEntries(refused));
    } finally {
      setBusy(false);
    }
  }

  /** Props of the field `name`. */
  function field(name: string) {
    return {
      name,
      error: faults[name],
      onInput: () => setFaults(({ [name]: _mended, ...others }) => others),
    };
  }

  return { busy, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void onSubmit(event), field };
}

function faultsOf(form: HTMLFormElement, labels: Record<string, string>): FieldFaults {
  const faults: FieldFaults = {};
  for (const element of fieldsOf(form)) {
    const words = fieldWords(labels[element.name] ?? element.name, element.validity, element.type);
    if (words) faults[element.name] = words;
  }
  return faults;
}

function focusFirst(form: HTMLFormElement, faults: FieldFaults): boolean {
  const first = fieldsOf(form).find(({ name }) => name in faults);
  first?.focus();
  return first !== undefined;
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(texts) as Record<string, string>;
}
