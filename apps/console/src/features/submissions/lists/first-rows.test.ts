import { expect, test } from 'vitest';
import type { PagePath } from '../../../links/page-path.ts';
import { getFirstRowsCall } from './first-rows.ts';

/** `first-rows.ts` reads these addresses by a pattern of its own. */
const OWN_LIST: PagePath = '/button_data/5';
const LIST_OF_TEAM: PagePath = '/subscriber/form_data/7/2';

test('the first rows of a list of records are those that its address requests', () => {
  expect(getFirstRowsCall('team', OWN_LIST, '')).toEqual({
    path: '/tapi/v1/listPaged/button_click',
    query: {
      my: 'yes',
      related: 'app_user',
      filter_button_id: 5,
      page: 1,
      per_page: 20,
      sort: 'id',
      order: 'desc',
      delay: 1,
    },
  });
  expect(getFirstRowsCall('admin', LIST_OF_TEAM, '?page=3&per_page=50')).toMatchObject({
    path: '/api/v1/listPaged/form_submission',
    query: { filter_team_id: 7, filter_f_id: 2, page: 3, per_page: 50 },
  });
});

test.each([
  ['team', '/users'],
  ['team', '/button_data/5/12'],
  ['team', '/subscriber/button_data/7/5'],
  ['admin', OWN_LIST],
  ['admin', '/subscriber/button_data/99999999999/5'],
] as const)('%s at %s requests no rows', (role, path) => {
  expect(getFirstRowsCall(role, path, '')).toBeNull();
});
