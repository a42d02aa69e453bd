import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('the address of the avatar service is read', () => {
  expect(readPageConfig('{"avatarServiceUrl":"https://avatars.example/api"}')).toEqual({
    avatarServiceUrl: 'https://avatars.example/api',
  });
});

test.each([
  undefined,
  null,
  '',
  '{',
  '{}',
  'null',
  '{"avatarServiceUrl":7}',
  '{"avatarServiceUrl":"no address"}',
])('%s means that there is none', (text) => {
  expect(readPageConfig(text)).toEqual({ avatarServiceUrl: null });
});
