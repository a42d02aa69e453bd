import { expect, test } from 'vitest';
import { findArea } from './find-area.ts';

test.each([
  ['/button_press_settings/5', 'Settings'],
  ['/form_settings/2', 'Settings'],
  ['/button_data/5', 'Records'],
  ['/form_data/1', 'Records'],
  ['/subscriber/button_data/14/5', 'Records'],
  ['/subscriber/form_data/14/1', 'Records'],
  ['/button_data/5/2750', null],
  ['/subscriber/button_data/14/5/2750', null],
  ['/subscriber/data/14', null],
  ['/users', null],
])('the area of %s is %s', (path, area) => {
  expect(findArea(path)).toBe(area);
});
