import type { Role } from '@callpoint/contract/permissions';
import { VALID_PASSWORD } from '../route-example.ts';

/** The base of the team, and the main base. */
export type ConsoleBase = '/tapi/v1' | '/api/v1';

/** The roles of a base, for the calls that each of them may make. */
export function consoleRoles(base: ConsoleBase): readonly Role[] {
  return base === '/api/v1' ? ['admin', 'team'] : ['team'];
}

/** Administrators, on the base that they use. */
export function adminRoles(base: ConsoleBase): readonly Role[] {
  return base === '/api/v1' ? ['admin'] : [];
}

export const TEAM_FILTERS = { 'query.filter_team_id': 1, 'query.myId': 1 };
/** What an administrator may also change of an account. */
export const PERSON_FIELDS = {
  'data.email': 'other@work.example',
  'data.password': VALID_PASSWORD,
  'data.status': 1,
};
