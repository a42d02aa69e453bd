import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { flushSync } from 'react-dom';
import { CallError, fieldErrors, getErrorMessages } from '../net/call-error.ts';
import { alerts } from '../states/alerts.ts';
import { focusField, focusFieldWhenDrawn } from './fields/focus-field.ts';
import type { ProblemLink } from './record/problem-links.tsx';
import type { SaveFailure } from './record/save-failure.tsx';
import { useSubmit } from './use-submit.ts';

/** Field to the sentence below it; `true` marks the field, and the sentence is in the list above the form. */
export type FormErrors = Readonly<Record<string, string | true>>;

export interface FormOptions<Values> {
  /** The saved values; empty for a new record. */
  initialValues: Values;
  /** The fields that the person fills in, in the order of the form, with the name of each in a sentence. */
  labels: Readonly<Record<string, string>>;
  /** The problems of the values. Nothing is saved while there are any. */
  validate: (values: Values, element: HTMLFormElement) => FormErrors;
  /** Sends the call. Its error is shown: problems of fields at the fields, everything else on the form's card. */
  save: (values: Values) => Promise<void>;
  /** The message of a failed save for which the server gives no reason. */
  failed?: string;
  /** Problems that are already known: shown immediately, but the call is sent anyway. */
  warn?: (values: Values) => FormErrors;
  /** Shows messages above the page: all of them, with their fields only marked, or those that are about no field. */
  messagesAbove?: 'all' | 'others';
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * A form that is saved in one call: its values and errors, what is unsaved, and what happens on submit. The ids of the
 * fields are `field-` and the name.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initialValues, labels } = options;
  const names = Object.keys(labels);
  const [values, setAllValues] = useState(initialValues);
  /** Also what was typed since the last render. */
  const newest = useRef(initialValues);
  const [saved, setSaved] = useState(initialValues);
  const [errors, setErrors] = useState<FormErrors>({});
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const focused = useRef<Element | null>(null);
  const { saving, onSubmit } = useSubmit({ canSave, save });
  const isDirty = Object.entries(values).some(([name, value]) => value !== saved[name as keyof Values]);

  /** Changes some fields; their errors were about the values before. */
  function setValues(changed: Partial<Values>): void {
    newest.current = { ...newest.current, ...changed };
    setAllValues(newest.current);
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changed))));
  }

  // The pressed button lost the focus when it was disabled during the call.
  useEffect(() => {
    if (saving || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
    focused.current = null;
  }, [saving]);

  /** Moves to the first field that has an error; false without errors. */
  function moveToFirst(found: FormErrors, moveTo: (id: string) => void): boolean {
    const first = names.find((name) => found[name]);
    if (first !== undefined) moveTo(fieldId(first));
    return first !== undefined;
  }

  /** Shows the errors and moves to the first field that has one; false without errors. */
  function showErrors(found: FormErrors): boolean {
    setErrors(found);
    return moveToFirst(found, focusFieldWhenDrawn);
  }

  function showFailure(error: unknown, warnings: FormErrors): void {
    if (error instanceof CallError && error.kind === 'canceled') return setNote(error.message);
    const found = Object.entries(fieldErrors(error, 'data.')).filter(([name]) => names.includes(name));
    const messages = getErrorMessages(error, options.failed);
    if (options.messagesAbove === 'all') {
      alerts.error(messages);
      setErrors(Object.fromEntries(found.map(([name]) => [name, true])));
      return;
    }
    const isShown = showErrors({ ...warnings, ...Object.fromEntries(found) });
    if (options.messagesAbove === 'others') {
      const shown = found.map(([, msg]) => msg);
      const others = messages.filter((msg) => !shown.includes(msg));
      if (others.length > 0) alerts.error(others);
    } else setFailure(isShown ? null : { error, failed: options.failed });
  }

  function canSave(element: HTMLFormElement): boolean {
    alerts.clear();
    const found = options.validate(values, element);
    flushSync(() => setErrors(found));
    // Immediately: a move in the next frame would put what a fast person types on into another field.
    return !moveToFirst(found, focusField);
  }

  async function save(): Promise<undefined> {
    const warnings = options.warn?.(values) ?? {};
    setErrors(warnings);
    focused.current = document.activeElement;
    setNote(null);
    try {
      await options.save(values);
      setFailure(null);
    } catch (error) {
      showFailure(error, warnings);
    }
  }

  const propsOf = (name: string) => ({ id: fieldId(name), name, error: errors[name] });

  return {
    values,
    isDirty,
    saving,
    /** Shown next to the buttons: the outcome of the last attempt if nothing is wrong. */
    note,
    /** Why the last attempt failed, until a save succeeds or fields must be corrected. */
    failure,
    /** What must be corrected, in the order of the form. */
    problems: names.flatMap((name): ProblemLink[] => {
      const msg = errors[name];
      return typeof msg === 'string' ? [{ id: fieldId(name), msg }] : [];
    }),
    setValues,
    /** The values, also those that were typed since the last render. */
    newest: () => newest.current,
    showErrors,
    /** These values are saved: the form is dirty if it differs from them. */
    setSaved,
    /** Shows the initial values again. */
    reset: () => setValues(initialValues),
    /** Props of a text field. */
    field: (name: keyof Values & string) => ({
      ...propsOf(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        setValues({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
    /** Props of a checkbox. */
    checkbox: (name: keyof Values & string) => ({
      ...propsOf(name),
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        setValues({ [name]: event.currentTarget.checked } as Partial<Values>),
    }),
    onSubmit,
  };
}

export function fieldId(name: string): string {
  return `field-${name}`;
}
