import { expect, test } from 'vitest';
import { affectsMessage } from './delivery-change.ts';

const change = { team_id: 1, submission: 'button' as const, ids: [5] };

test.each([
  ['the press that is named', { team_id: 1, button_click_id: 5, form_submission_id: null }, true],
  ['another press', { team_id: 1, button_click_id: 6, form_submission_id: null }, false],
  ['a form of that number', { team_id: 1, button_click_id: null, form_submission_id: 5 }, false],
  ['a test', { team_id: 1, button_click_id: null, form_submission_id: null }, true],
  ['a test of another team', { team_id: 2, button_click_id: null, form_submission_id: null }, false],
])('a change of a press and a message about %s', (_, message, concerned) => {
  expect(affectsMessage(change, message)).toBe(concerned);
});
