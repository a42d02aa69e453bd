import { configProblems, KEY_PREFIXES, type ConfigKey } from '@callpoint/contract/configuration';

/**
 * The problems of a value that is still being typed: a key that can't become valid. The last part of a list is always
 * incomplete, so lists are checked when the person leaves the field.
 */
export function problemsWhileTyping(key: ConfigKey, typed: string): string[] {
  const prefixes = KEY_PREFIXES[key];
  const value = typed.trim();
  if (!prefixes || value === '') return [];
  const mayBecome = prefixes.some((prefix) => {
    return prefix.startsWith(value) || (value.startsWith(prefix) && /^\w*$/.test(value));
  });
  return mayBecome ? [] : configProblems(key, value);
}
