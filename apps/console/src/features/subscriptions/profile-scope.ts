import type { ConsoleRole } from '@callpoint/contract/permissions';

/** Whose profile it is, and who views it: the subscriber itself, or an administrator. */
export type ProfileScope = { teamId: number; as: ConsoleRole };

/** The base of the calls for the viewer's role. */
export function profileBase({ as }: ProfileScope): '/api/v1' | '/tapi/v1' {
  return as === 'admin' ? '/api/v1' : '/tapi/v1';
}
