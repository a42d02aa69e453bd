import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';
import { PLANTED } from './faults.ts';

test.for(PLANTED)('“$name” can be planted: what it replaces is there once', ({ file, find, plant }) => {
  const sound = readFileSync(join(root, file), 'utf8');
  expect(sound.split(find)).toHaveLength(2);
  expect(plant).not.toBe(find);
});
