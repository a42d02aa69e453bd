import type { ConsoleRole } from '@callpoint/contract/permissions';

/** Whose profile it is, and who views it: the subscriber itself, or an administrator. */
export type Scope = { teamId: number; as: ConsoleRole };

/** The base of the calls for the viewer's role. */
export function baseOf({ as }: Scope): '/api/v1' | '/tapi/v1' {
  return as === 'admin' ? '/api/v1' : '/tapi/v1';
}
