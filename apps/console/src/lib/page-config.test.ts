import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('the addresses of the avatar service and of the maps are read', () => {
  const config = {
    avatarServiceUrl: 'https://avatars.example/api',
    mapsUrl: 'https://maps.example/?q={lat},{lng}',
    mapImageUrl: 'https://maps.example/{lat},{lng}.png',
  };
  expect(readPageConfig(JSON.stringify(config))).toEqual(config);
});

test.each([
  undefined,
  null,
  '',
  '{',
  '{}',
  'null',
  '{"avatarServiceUrl":7,"mapsUrl":["x"]}',
  '{"avatarServiceUrl":"no address","mapsUrl":""}',
])('%s means that there is none', (text) => {
  expect(readPageConfig(text)).toEqual({ avatarServiceUrl: null, mapsUrl: null, mapImageUrl: null });
});
