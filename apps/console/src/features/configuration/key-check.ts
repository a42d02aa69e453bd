import { configProblems, KEY_PREFIXES, type ConfigKey } from '@callpoint/contract/configuration';

/**
 * What is said while a value is still being typed: a key that can't become right any more. The last part of a list is
 * always half, so lists are judged when the person goes on.
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
