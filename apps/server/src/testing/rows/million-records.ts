import { expect } from 'vitest';
import { buildAppUser } from '../../factories/accounts.ts';
import { insertPresses } from '../../factories/many-presses.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { NO_QUOTAS, testServer } from '../server.ts';

const ROWS = 1_000_000;
const DAYS = 365;
const DAY_MS = 86_400_000;
/** Median of this many calls. */
const CALLS = 5;
/** Milliseconds: far more than measured, and far less than a scan of all rows. */
const MAX_MS = 1_500;

/**
 * Searches the records of a subscriber with 100,000 of 1,000,000 presses, for a person whose only record is older than all
 * that a search examines. Reports what each search costs.
 */
export async function searchMillionRecords(report: (measured: string) => Promise<unknown>): Promise<void> {
  const server = await testServer({ quotas: NO_QUOTAS });
  const teamId = await insertPresses(server.db, ROWS, DAYS);
  const person = await buildAppUser(server.db, teamId, { name: 'Zelda Rare', phone: '+1 202 555 0198' });
  const old = new Date(Date.now() - (DAYS + 10) * DAY_MS);
  const [stored] = await storeSubmissions(server.db, [buildSubmission(person)], old);
  const token = await server.tokenOf('team', teamId);
  const read = async (what: string, path: string, query: Record<string, string | number>) => {
    const times: number[] = [];
    let body;
    for (let call = 0; call < CALLS; call += 1) {
      const start = performance.now();
      const response = await server.get(path, { token, query });
      times.push(performance.now() - start);
      expect(response.status).toBe(200);
      ({ body } = response);
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0;
    await report(`${what}: ${median.toFixed(0)} ms`);
    expect([what, median < MAX_MS]).toEqual([what, true]);
    return body;
  };
  const clicks = '/tapi/v1/listPaged/button_click';
  const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
  const search = { filter_search: 'zelda', related: 'app_user', sort: 'created_at', order: 'desc' };

  // The limit hides the match, and the response names the limit, which the screen shows.
  for (const path of [clicks, '/tapi/v1/records']) {
    const limited = await read(`search in ${path}`, path, search);
    expect([idsOf(limited), limited.pagination.searched]).toEqual([[], 10_000]);
  }
  // The ways to the match that the screen offers: a shorter period, the other order, the person.
  const to = new Date(old.getTime() + DAY_MS).toISOString();
  const shorter = await read('search with a period', clicks, { ...search, filter_to: to });
  const oldest = await read('search from the oldest', clicks, { ...search, order: 'asc' });
  const byPerson = await read('all records of the person', '/tapi/v1/records', {
    filter_app_user_id: person.id,
  });
  for (const body of [shorter, oldest, byPerson]) expect(idsOf(body)).toEqual([stored?.id]);
  // The search of the console finds the person.
  const found = await read('search in everything', '/tapi/v1/find', { search: '(202) 555-0198' });
  expect(idsOf({ items: found.data.people })).toEqual([person.id]);
}
