import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';
import { MUTANTS } from './faults.ts';

test.for(MUTANTS)('“$name” can be injected: the text it replaces occurs once', ({ file, find, inject }) => {
  const original = readFileSync(join(root, file), 'utf8');
  expect(original.split(find)).toHaveLength(2);
  expect(inject).not.toBe(find);
});
