import { expect, test } from 'vitest';
import { databaseUrlProblems, databaseUrls } from './database-url.ts';

test('a URL with several hosts is one URL for each of them', () => {
  expect(databaseUrls('postgres://app:s%40fe@first:5432,second:5433/safety?sslmode=require')).toEqual([
    'postgres://app:s%40fe@first:5432/safety?sslmode=require',
    'postgres://app:s%40fe@second:5433/safety?sslmode=require',
  ]);
  expect(databaseUrls('postgresql://only/safety')).toEqual(['postgresql://only/safety']);
});

test.each([
  'postgres://app@first:5432,second:port/safety',
  'postgres://first,,second/safety',
  'mysql://first/safety',
  'first',
])('%s is rejected', (url) => {
  expect(databaseUrlProblems(url)).toHaveLength(1);
});
