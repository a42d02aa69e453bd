import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEXTS } from '@callpoint/contract/texts';

test('a journey expects each text of the specification on a screen', () => {
  const folder = new URL('../../e2e/journeys/', import.meta.url);
  const journeys = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const unseen = Object.values(TEXTS).filter((text) => !journeys.some((journey) => journey.includes(text)));
  expect(unseen).toEqual([]);
});
