import { useEffect, useState } from 'react';
import { readTyped, storeTyped } from './remembered-input.ts';

/**
 * What was typed in a form before a reload of this tab.
 * @param fields the fields that are kept: never a password
 */
export function useTyped(form: string, fields: readonly string[]): Readonly<Record<string, string>> {
  return useState(() => readTyped(window.sessionStorage, form, fields))[0];
}

/** Keeps what is typed for a reload of this tab. */
export function useKeepTyped(form: string, fields: readonly string[], values: object): void {
  useEffect(() => storeTyped(window.sessionStorage, form, fields, values));
}
