import { test } from 'vitest';
import { searchMillionRecords } from '../src/testing/rows/million-records.ts';

test('a search among 1,000,000 records is fast, names its limit, and finds older records by the ways it offers', async ({
  annotate,
}) => {
  await searchMillionRecords(annotate);
}, 900_000);
