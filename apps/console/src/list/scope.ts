type RecordsScreen = 'button_data' | 'form_data';
/** The address of a list of records; the address of a record adds its id. */
export type RecordsPath = `/${RecordsScreen}/${number}` | `/subscriber/${RecordsScreen}/${number}/${number}`;

/** Whose rows a page shows, and the addresses of pages with such rows. */
export type Scope = {
  base: '/tapi/v1' | '/api/v1';
  /** The parameters of every list call. */
  query: { my?: string; filter_team_id?: number };
  /** The address of the records of a button or form. */
  recordsPath: (screen: RecordsScreen, itemId: number) => RecordsPath;
};

/** The reader's own rows. */
export const OWN_SCOPE: Scope = {
  base: '/tapi/v1',
  query: { my: 'yes' },
  recordsPath: (screen, itemId) => `/${screen}/${itemId}`,
};

/** The rows of all subscribers, for an administrator. */
export const ALL_TEAMS_SCOPE: Scope = { ...OWN_SCOPE, base: '/api/v1', query: {} };

/** The rows of one subscriber, for an administrator. */
export function teamScope(teamId: number): Scope {
  return {
    base: '/api/v1',
    query: { filter_team_id: teamId },
    recordsPath: (screen, itemId) => `/subscriber/${screen}/${teamId}/${itemId}`,
  };
}

/**
 * The scope of a page's address: the subscriber that it names, else the reader's own. Null if it names an invalid one.
 * @param teamId from the address
 */
export function parseScope(teamId: string | undefined): Scope | null {
  if (teamId === undefined) return OWN_SCOPE;
  return isRowId(teamId) ? teamScope(Number(teamId)) : null;
}

/** True for an id as addresses contain it: digits, no larger than any id. */
export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;
}
