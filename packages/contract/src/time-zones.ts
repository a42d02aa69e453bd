import { z } from 'zod';

/** Names of time zones. */

/** True for the name of a time zone; an offset like +01:00 is not one. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The name of a time zone. */
export const zoneName = z.string().refine(isZone, 'must be the name of a time zone, like America/Denver');
