import type { ConsoleRole } from '@callpoint/contract/permissions';

/** Whose profile it is, and who looks at it: the subscriber itself, or an administrator. */
export type Scope = { teamId: number; as: ConsoleRole };

/** The service base that answers the one who looks. */
export function baseOf({ as }: Scope): '/api/v1' | '/tapi/v1' {
  return as === 'admin' ? '/api/v1' : '/tapi/v1';
}
