import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readScreens } from './budget/screens.ts';
import { missingJourneys } from './journeys/missing-journeys.ts';
import { root } from './setup/paths.mjs';

/** Journeys that open every page, regardless of its feature. */
const TOURS = /^(accessibility|content-security)/;

const journeys = globSync(join(root, 'e2e/journeys/*.spec.ts')).filter((file) => !TOURS.test(basename(file)));
const missing = missingJourneys(
  await readScreens(),
  journeys.map((file) => readFileSync(file, 'utf8')),
);
for (const line of missing) console.error(line);
if (missing.length > 0) process.exitCode = 1;
