import { expect, test } from 'vitest';
import { isRowId, OWN_SCOPE, teamScope } from './scope.ts';

test('a subscriber’s pages and calls are its own; an administrator’s name the subscriber', () => {
  expect([OWN_SCOPE.base, OWN_SCOPE.query, OWN_SCOPE.recordsPath('button_data', 5)]).toEqual([
    '/tapi/v1',
    { my: 'yes' },
    '/button_data/5',
  ]);
  const team = teamScope(7);
  expect([team.base, team.query, team.recordsPath('button_data', 5)]).toEqual([
    '/api/v1',
    { filter_team_id: 7 },
    '/subscriber/button_data/7/5',
  ]);
});

test.each(['1', '2147483647'])('%s is an id', (text) => expect(isRowId(text)).toBe(true));
test.each(['', '0', '01', '-1', '1.5', '1e3', 'x', '2147483648', '99999999999'])('%s is not an id', (text) =>
  expect(isRowId(text)).toBe(false),
);
