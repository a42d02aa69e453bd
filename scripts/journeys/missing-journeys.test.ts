import { expect, test } from 'vitest';
import { missingJourneys } from './missing-journeys.ts';

const screens = [
  { path: 'plans', file: 'src/features/plans/plans-page.tsx' },
  { path: 'plan/edit/:planId', file: 'src/features/plans/edit-plan-page.tsx' },
  { path: 'drills', file: 'src/features/drills/drills-page.tsx' },
];

test('a folder whose screens no journey opens is named with their addresses', () => {
  const journeys = ["await page.goto('/app/plans?per_page=500');"];
  expect(missingJourneys(screens, journeys)).toEqual([
    'no file in e2e/journeys/ opens a screen of src/features/drills: drills',
  ]);
  expect(missingJourneys(screens, [...journeys, "await openPage(page, 'drills', 'Drills');"])).toEqual([]);
});

test('another address that starts in the same way opens no screen', () => {
  expect(missingJourneys(screens.slice(2), ["await page.goto('/app/drills-of-others');"])).toHaveLength(1);
});
