import { z } from 'zod';
import { appUsersQuery } from './app-users.ts';
import { auditQuery } from './audit.ts';
import { buttonClicksQuery, formSubmissionsQuery } from './submissions.ts';
import { deliveriesQuery } from './deliveries.ts';

/** A list as a CSV file: all rows of its filters, in its order; `page` and `per_page` mean nothing. */

export const zone = z
  .string()
  .refine(isZone, 'must be the name of a time zone, like Europe/Berlin')
  .default('UTC')
  .describe('The reader’s time zone, by its IANA name.');

/** True for a name that names a time zone; an offset like +01:00 is none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const buttonClicksExport = buttonClicksQuery.safeExtend({ zone });
export const formSubmissionsExport = formSubmissionsQuery.safeExtend({ zone });
export const appUsersExport = appUsersQuery.safeExtend({ zone });
export const auditExport = auditQuery.safeExtend({ zone });
export const deliveriesExport = deliveriesQuery.safeExtend({ zone });
export const csvResponse = z.string().describe('CSV in UTF-8 with a byte order mark, sent as it is read.');
