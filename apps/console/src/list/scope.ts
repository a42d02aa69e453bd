/** Whose rows a page shows, and where the pages of such rows are. */
export type Scope = {
  base: '/tapi/v1' | '/api/v1';
  /** What goes with every list call. */
  query: { my?: string; filter_team_id?: number };
  /** The address of a page of this scope, e.g. of `button_data`. */
  path: (screen: string) => string;
};

/** The reader's own rows. */
export const OWN: Scope = { base: '/tapi/v1', query: { my: 'yes' }, path: (screen) => `/${screen}` };

/** The rows of all subscribers, for an administrator. */
export const EVERYBODY: Scope = { base: '/api/v1', query: {}, path: (screen) => `/${screen}` };

/** The rows of one subscriber, for an administrator. */
export function ofTeam(teamId: number): Scope {
  return {
    base: '/api/v1',
    query: { filter_team_id: teamId },
    path: (screen) => `/subscriber/${screen}/${teamId}`,
  };
}

/**
 * What a page's address says: of the subscriber that it names, else the reader's own. Null where it names none that could be.
 * @param teamId as the address has it
 */
export function scopeOf(teamId: string | undefined): Scope | null {
  if (teamId === undefined) return OWN;
  return isRowId(teamId) ? ofTeam(Number(teamId)) : null;
}

/** True for an id as addresses hold it: digits, no larger than any id. */
export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;
}
